// The preview's own script, on top of a page that is otherwise the site's. It hears of every build. A page whose text
// has changed takes the changed elements over where it stands; one that has changed more than that is loaded anew, and
// finds its place and the state of its figures again. What is wrong is shown over the last good page.
"use strict";
(() => {
  const me = document.currentScript;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const page = decodeURIComponent(location.pathname.slice(1)) || "index.html";
  const KEPT = `preview:${page}`;

  // ── what is wrong, and what goes on ──────────────────────────────────────────────────────────────

  const host = document.createElement("div");
  const panel = host.attachShadow({ mode: "open" });
  const make = (name, fields = {}, ...inside) => {
    const element = Object.assign(document.createElement(name), fields);
    element.append(...inside);
    return element;
  };
  const look = make("link", { rel: "stylesheet", href: "/.preview/preview.css" });
  const sheet = make("section", { hidden: true });
  const badge = make("button", { type: "button", hidden: true });
  const status = make("p", { role: "status", hidden: true });
  panel.append(look, sheet, make("div", { className: "corner" }, status, badge));
  let problems = [];
  let open = false;

  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const severe = () => problems.filter((problem) => problem.severity === "error");
  function summary() {
    const errors = severe().length;
    const warnings = problems.length - errors;
    return [errors && counted(errors, "problem"), warnings && counted(warnings, "warning")].filter(Boolean).join(", ");
  }
  function entry({ severity, place, message, excerpt }) {
    const lines = excerpt ? [make("pre", { textContent: excerpt })] : [];
    const texts = [make("p", { className: "place", textContent: place }), make("p", { className: "message", textContent: message })];
    return make("li", { className: severity }, ...texts, ...lines);
  }
  function showProblems() {
    const errors = severe().length;
    const hide = make("button", { type: "button", textContent: "Hide" });
    hide.addEventListener("click", () => { open = false; showProblems(); });
    const beneath = !errors ? "" : version ? "Beneath is the last page without them." : "There is no page yet.";
    sheet.replaceChildren(
      make("header", {}, make("h1", { textContent: summary() }), make("p", { textContent: beneath }), hide),
      make("ol", {}, ...problems.map(entry)),
    );
    sheet.className = errors ? "sheet" : "sheet mild";
    sheet.setAttribute("role", errors ? "alert" : "region");
    sheet.setAttribute("aria-label", "What the build says");
    sheet.hidden = !open || !problems.length;
    badge.textContent = summary();
    badge.className = errors ? "severe" : "";
    badge.hidden = open || !problems.length;
  }
  badge.addEventListener("click", () => { open = true; showProblems(); });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) { open = false; showProblems(); }
  });

  // Errors come up by themselves, warnings wait to be asked for.
  function takeProblems(told) {
    if (JSON.stringify(told) === JSON.stringify(problems)) return;
    problems = told;
    open = severe().length > 0;
    showProblems();
  }

  let slow = 0;
  function say(text, after) {
    clearTimeout(slow);
    slow = setTimeout(() => {
      status.textContent = text;
      status.hidden = !text;
    }, text ? after : 0);
  }

  // ── a page as it was served, to compare with the next one ────────────────────────────────────────

  let version = me.dataset.version;
  let source = null; // what the page was before any script touched it

  async function fetched() {
    const answer = await fetch(location.pathname);
    const text = await answer.text();
    const parsed = new DOMParser().parseFromString(text, "text/html");
    const script = parsed.querySelector("script[src='/.preview/preview.js']");
    script.remove();
    return { version: script.dataset.version, root: parsed.documentElement };
  }
  const settled = (act) => (window.requestIdleCallback ?? setTimeout)(act);
  settled(async () => {
    const served = await fetched().catch(() => null);
    if (served?.version === version) source ??= served.root;
  });

  async function turn() {
    const next = await fetched();
    const edits = [];
    const changed = source && !source.isEqualNode(next.root);
    if (!changed || !compare(source, next.root, document.documentElement, edits)) return reload();
    for (const edit of edits) edit();
    source = next.root;
    version = next.version;
    dispatchEvent(new Event("scroll")); // what follows the reading looks again
  }

  // ── from one page to the next, element by element ────────────────────────────────────────────────

  const taken = "[data-figure], nav, script, style, link, form"; // what the page's script has taken hold of
  const isStill = (element) => !element.matches(taken) && !element.querySelector(taken);
  const holdsElements = (element) =>
    element.children.length > 0 && ![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const isSameWithout = (one, other) => one.cloneNode().isEqualNode(other.cloneNode()); // without what is inside

  // Note in `edits` how a live element becomes what its source has become. False where that takes a new page.
  function compare(before, after, live, edits) {
    if (before.isEqualNode(after)) return true;
    if (live?.tagName !== before.tagName || before.matches("head, nav, [data-figure]")) return false;
    if (holdsElements(before) && holdsElements(after) && isSameWithout(before, after)) {
      const [old, fresh] = [[...before.children], [...after.children]];
      return compareAll(old, fresh, [...live.children], live, edits);
    }
    if (!isStill(before) || !isStill(after)) return false;
    edits.push(() => replace([live], [after], live.parentNode, live.nextSibling));
    return true;
  }

  // Stretches of as many elements as before are compared one by one, others are replaced as a whole.
  function compareAll(old, fresh, live, parent, edits) {
    return stretches(old, fresh).every(([oldFrom, oldTo, from, to]) => {
      const [before, after, standing] = [old.slice(oldFrom, oldTo), fresh.slice(from, to), live.slice(oldFrom, oldTo)];
      if (before.length === after.length) return before.every((each, i) => compare(each, after[i], standing[i], edits));
      const isSame = standing.length === before.length && standing.every((each, i) => each.tagName === before[i].tagName);
      if (!isSame || ![...before, ...after].every(isStill)) return false;
      edits.push(() => replace(standing, after, parent, live[oldTo] ?? null));
      return true;
    });
  }

  // Both rows are the same at their ends; between these, an element that has an id is found again by it.
  function stretches(old, fresh) {
    let [start, oldEnd, end] = [0, old.length, fresh.length];
    while (start < Math.min(oldEnd, end) && old[start].isEqualNode(fresh[start])) start += 1;
    while (Math.min(oldEnd, end) > start && old[oldEnd - 1].isEqualNode(fresh[end - 1])) [oldEnd, end] = [oldEnd - 1, end - 1];
    const found = [];
    let [oldFrom, from] = [start, start];
    for (let at = start; at < oldEnd; at += 1) {
      const there = old[at].id ? fresh.findIndex((each, i) => i >= from && i < end && each.id === old[at].id) : -1;
      if (there < 0) continue;
      found.push([oldFrom, at, from, there], [at, at + 1, there, there + 1]);
      [oldFrom, from] = [at + 1, there + 1];
    }
    return [...found, [oldFrom, oldEnd, from, end]];
  }

  function replace(standing, after, parent, next) {
    const fresh = after.map((element) => document.importNode(element, true));
    const folds = (elements) => elements.flatMap((each) => [...(each.matches("details") ? [each] : []), ...all("details", each)]);
    const opened = folds(standing).map((fold) => fold.open);
    folds(fresh).forEach((fold, i) => { fold.open = opened[i] ?? fold.open; });
    for (const each of fresh) parent.insertBefore(each, next);
    for (const each of standing) each.remove();
  }

  // ── a new page that looks as the old one did ─────────────────────────────────────────────────────

  const blocks = () => all("main section[id] > *, .front > *");
  const start = (block) => block.textContent.trim().slice(0, 80);
  const inputs = (control) => (control.matches("input") ? [control] : all("input", control));
  const controlled = () => all("[data-figure] [data-signal]").map((control) => [
    `${control.closest("[data-figure]").dataset.figure} ${control.dataset.signal}`, control,
  ]);
  const stateOf = (control) => [control.dataset.value ?? null, ...inputs(control).map((input) => [input.value, input.checked])];

  function reload() {
    // What begins in the window is kept where it is; one that began above it may have grown.
    const seen = blocks().filter((each) => each.getBoundingClientRect().bottom > 0);
    const block = seen.find((each) => each.getBoundingClientRect().top >= 0) ?? seen[0];
    const moved = controlled().filter(([, control]) => control.dataset.value !== control.dataset.start
      || inputs(control).some((input) => (input.type === "radio" || input.type === "checkbox"
        ? input.checked !== input.defaultChecked : input.value !== input.defaultValue)));
    const state = {
      hash: location.hash,
      scroll: scrollY,
      block: block && { section: block.closest("[id]")?.id, start: start(block), at: blocks().indexOf(block), top: block.getBoundingClientRect().top },
      controls: Object.fromEntries(moved.map(([name, control]) => [name, stateOf(control)])),
      folds: all("details").map((fold) => fold.open),
    };
    sessionStorage.setItem(KEPT, JSON.stringify(state));
    history.scrollRestoration = "manual";
    if (location.hash.includes("?")) history.replaceState(null, "", location.pathname); // it would go to that figure
    location.reload();
  }

  // Before the page's own script: it takes what it finds in the inputs.
  function restore(state) {
    for (const [name, control] of controlled()) {
      const [value, ...values] = state.controls[name] ?? [];
      if (value) control.dataset.value = value;
      inputs(control).forEach((input, i) => {
        if (!values[i]) return;
        if (input.type !== "radio") [input.value] = values[i];
        [, input.checked] = values[i];
      });
    }
    const folds = all("details");
    if (folds.length === state.folds.length) folds.forEach((fold, i) => { fold.open = state.folds[i]; });
  }
  // After it: it may have gone to where the address points.
  function comeBack({ scroll, block }) {
    const there = block && (blocks().find((each) => start(each) === block.start) ?? blocks()[block.at]);
    if (there) scrollBy({ top: there.getBoundingClientRect().top - block.top, behavior: "instant" });
    else scrollTo({ top: scroll, behavior: "instant" });
  }

  const kept = sessionStorage.getItem(KEPT);
  if (kept) {
    sessionStorage.removeItem(KEPT);
    const state = JSON.parse(kept);
    restore(state);
    const keeping = new ResizeObserver(() => comeBack(state)); // as faces and figures come, lines break anew
    const leave = () => {
      keeping.disconnect();
      history.scrollRestoration = "auto"; // no sooner, or the browser goes to where it was before
    };
    for (const act of ["wheel", "touchstart", "pointerdown", "keydown"]) addEventListener(act, leave, { once: true });
    addEventListener("DOMContentLoaded", () => keeping.observe(document.body));
    addEventListener("load", () => {
      history.replaceState(null, "", location.pathname + state.hash);
      setTimeout(leave, 1500);
    });
  }

  // ── news ─────────────────────────────────────────────────────────────────────────────────────────

  let news = null;
  let turning = Promise.resolve();
  function take(told) {
    takeProblems(told.problems);
    say(told.work.length ? `Working on ${told.work.join(", ")}` : "", 300);
    if (told.version) turning = turning.then(() => told.version !== version && turn()).catch(() => {});
  }
  function listen() {
    news?.close();
    if (document.hidden) return; // a browser opens few connections to one host: they are for pages that are seen
    news = new EventSource(`/.preview/events?page=${encodeURIComponent(page)}`);
    news.addEventListener("message", (event) => take(JSON.parse(event.data)));
    news.addEventListener("error", () => {
      news.close();
      say("The preview has ended; the page waits for another", 600);
      setTimeout(listen, 1000);
    });
  }
  document.addEventListener("visibilitychange", listen);
  document.documentElement.append(host);
  listen();
})();
