// What the page does beyond being read. Everything here is optional: without it the page reads, prints and switches
// colors, and figures show their start state. A plain script: no modules, no fetch, no eval, so that it runs from a
// file as well as from a host, under the page's policy.
//
// Order: 1 colors  2 contents  3 cards  4 scrolling boxes  5 controls  6 figures  7 links into figures
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  // 1 ─ Colors: remember the switch. Storage may be off; then it holds for this visit.
  try {
    const kept = document.getElementById(localStorage.getItem("theme"));
    if (kept) kept.checked = true;
    for (const radio of all("[name=theme]")) {
      radio.addEventListener("change", () => localStorage.setItem("theme", radio.id));
    }
  } catch { /* no storage */ }

  // 2 ─ Contents: mark the section being read, the last one whose top has passed the upper third of the window.
  const entries = new Map(all(".contents a").map((link) => [link.hash.slice(1), link]));
  const sections = all("main section[id]").filter((section) => entries.has(section.id));
  let frame = 0;
  function follow() {
    const now = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
    for (const [id, link] of entries) {
      if (id === now?.id) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
    document.getElementById("here").textContent = now ? entries.get(now.id).dataset.here : "";
  }
  if (entries.size) {
    addEventListener("scroll", () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(follow);
    }, { passive: true });
    for (const link of entries.values()) {
      link.addEventListener("click", () => { link.closest("details").open = false; });
    }
    follow();
  }

  // 3 ─ Cards: what a citation, a note's number or a formula's number stands for, shown on hover, focus and tap;
  //     Escape closes. A card stays while the pointer is on it. A note that is in view needs none.
  const preview = document.createElement("div");
  Object.assign(preview, { className: "card", popover: "manual" });
  document.body.append(preview);
  let timer = 0;
  const soon = (act, wait) => { clearTimeout(timer); timer = setTimeout(act, wait); };
  const closeCards = () => all(".card:popover-open").forEach((card) => card.hidePopover());

  function copyOf(element) {
    const copy = element.cloneNode(true);
    for (const each of [copy, ...all("[id]", copy)]) each.removeAttribute("id");
    return copy;
  }
  function cardFor(link) {
    if (link.dataset.card) return document.getElementById(link.dataset.card);
    const target = document.getElementById(link.hash.slice(1));
    if (!target) return null;
    const { top, bottom } = target.getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return null;
    preview.replaceChildren(copyOf(target.querySelector(".scroll") ?? target));
    return preview;
  }
  function openCard(link) {
    closeCards();
    cardFor(link)?.showPopover({ source: link });
  }
  for (const link of all("a.cite[data-card], a.nref, a[href^='#eq-']")) {
    link.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") soon(() => openCard(link), 120);
    });
    link.addEventListener("pointerleave", () => soon(closeCards, 250));
    link.addEventListener("focus", () => { if (link.matches(":focus-visible")) soon(() => openCard(link), 0); });
    link.addEventListener("blur", () => soon(closeCards, 250));
    link.addEventListener("click", (event) => { // the first tap shows the card, the next one follows the link
      if (event.pointerType !== "touch" || document.querySelector(".card:popover-open")) return;
      openCard(link);
      if (document.querySelector(".card:popover-open")) event.preventDefault();
      soon(() => {}, 0);
    });
  }
  for (const card of all(".card")) {
    card.addEventListener("pointerenter", () => clearTimeout(timer));
    card.addEventListener("focusin", () => clearTimeout(timer));
    card.addEventListener("pointerleave", () => soon(closeCards, 250));
  }
  addEventListener("keydown", (event) => { if (event.key === "Escape") closeCards(); });
  addEventListener("pointerdown", (event) => { if (!event.target.closest?.(".card, a")) closeCards(); });

  // 4 ─ What can be scrolled within the page can be focused, and only then.
  const scrolls = (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  const boxes = new ResizeObserver((changes) => {
    for (const { target: box } of changes) {
      if (scrolls(box)) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  });
  for (const box of all(".scroll, .data > div, pre")) boxes.observe(box);

  // 5 ─ Controls. Each kind of input is read, written and set back in its own way; a figure's state lives in its
  //     inputs, so that a view can be built again from them at any time.
  function readOut(value, pattern) {
    const [, comma, digits, type] = /^(,?)(?:\.(\d+))?([fd%]?)$/.exec(pattern);
    if (!type) return String(value).replace("-", "−");
    const places = Number(digits ?? 0);
    const grouping = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: Boolean(comma) };
    const number = (type === "%" ? 100 * value : value).toLocaleString("en-US", grouping);
    return number.replace("-", "−") + (type === "%" ? "%" : "");
  }
  const isTrue = (value) => String(value) === "true";
  const radios = (group) => all("input", group);
  const kinds = {
    range: {
      read: (input) => Number(input.value),
      start: (input) => Number(input.defaultValue),
      write(input, value) {
        if (Number(value) > Number(input.max)) input.max = value; // the view says how far it goes, and may not have yet
        input.value = value;
        const named = input.list && [...input.list.options].find((option) => Number(option.value) === Number(value));
        const text = named ? named.label : readOut(Number(value), input.dataset.format);
        input.parentElement.querySelector("output").textContent = text;
        input.setAttribute("aria-valuetext", text);
      },
    },
    checkbox: {
      read: (input) => input.checked,
      start: (input) => input.defaultChecked,
      write: (input, value) => { input.checked = isTrue(value); },
    },
    text: {
      read: (input) => input.value,
      start: (input) => input.defaultValue,
      write(input, value) { if (input.value !== value) input.value = value; }, // else the cursor would jump to the end
    },
    fieldset: {
      read: (group) => radios(group).find((radio) => radio.checked).value,
      start: (group) => radios(group).find((radio) => radio.defaultChecked).value,
      write: (group, value) => { for (const radio of radios(group)) radio.checked = radio.value === String(value); },
    },
    button: {
      read: (button) => isTrue(button.dataset.value),
      start: (button) => isTrue(button.dataset.start),
      write(button, value) {
        button.dataset.value = isTrue(value);
        button.querySelector(".act").textContent = isTrue(value) ? "Pause" : "Play";
      },
    },
  };
  const kindOf = (control) => kinds[control.type];

  // 6 ─ Figures. As one comes near, its runtime and its spec are loaded, a view is drawn aside, and it takes the
  //     place of the still picture, which has the same size: nothing moves.
  const loading = new Map();
  function load(address) {
    if (!loading.has(address)) {
      loading.set(address, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`cannot load ${address}`));
        document.head.append(script);
      }));
    }
    return loading.get(address);
  }
  const specs = new Map();
  window.essay = { spec: (name, layout, spec) => specs.set(`${name}-${layout}`, spec) }; // called by spec files

  async function specOf(name, box) {
    const { spec: address, layout } = box.dataset;
    if (address.startsWith("#")) return JSON.parse(document.querySelector(address).textContent);
    await load(address);
    return specs.get(`${name}-${layout}`);
  }
  const runtime = () => (window.vega ? Promise.resolve() : load(document.body.dataset.runtime));
  const hasSignal = (spec, name) => spec.signals?.some((signal) => signal.name === name) ?? false;
  const hasTimer = (spec) => (spec.signals ?? []).some((signal) =>
    (signal.on ?? []).some((rule) => [rule.events].flat().some((event) => event.type === "timer")));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // To the ear a live picture is what its still was: one image with a description, not a tree of marks.
  function describe(picture, text) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", text);
    picture.removeAttribute("aria-roledescription");
  }

  class Figure {
    constructor(element) {
      this.element = element;
      this.name = element.dataset.figure;
      this.boxes = all("[data-spec]", element);
      this.form = element.querySelector(".controls");
      this.controls = all("[data-signal]", element);
      this.sentence = element.querySelector(".say");
      this.links = all(`a[data-set][href="#${element.id}"]`);
      this.drawnIn = null; // the box whose view is live or on its way
      this.view = null;
      this.form?.addEventListener("input", (event) => this.push([event.target.closest("[data-signal]")]));
      this.form?.addEventListener("click", (event) => this.press(event.target.closest("button")));
    }

    // Draw the layout that shows, unless that is done already.
    async wake() {
      const box = this.boxes.find((each) => each.offsetWidth > 0);
      if (!box || box === this.drawnIn) return;
      this.drawnIn = box;
      try {
        const [spec] = await Promise.all([specOf(this.name, box), runtime(), document.fonts.ready]);
        const aside = document.createElement("div");
        const view = await this.draw(spec, aside);
        if (this.drawnIn !== box) return void view.finalize(); // the window has changed meanwhile
        this.view?.finalize();
        describe(aside, box.querySelector("[aria-label]").getAttribute("aria-label"));
        box.replaceChildren(aside);
        this.view = this.element.vegaView = view;
        this.timed = hasTimer(spec);
        this.push();
        if (this.form) this.form.disabled = false;
      } catch (error) {
        console.error(`figure ${this.name}:`, error);
      }
    }

    async draw(spec, container) {
      const { View, parse, expressionInterpreter: expr } = window.vega;
      const view = new View(parse(spec, null, { ast: true }), { expr, renderer: "svg", container, hover: true });
      this.set(view);
      if (hasSignal(spec, "calm")) view.signal("calm", calm.matches);
      await view.runAsync();
      for (const control of this.controls) {
        view.addSignalListener(control.dataset.signal, (_, value) => {
          kindOf(control).write(control, value);
          this.markLinks();
        });
      }
      for (const range of this.controls.filter((control) => hasSignal(spec, `${control.dataset.signal}_last`))) {
        const last = `${range.dataset.signal}_last`;
        range.max = view.signal(last);
        view.addSignalListener(last, (_, value) => { range.max = value; });
      }
      if (hasSignal(spec, "says")) {
        view.addSignalListener("says", (_, parts) => this.tell(parts));
        this.tell(view.signal("says"));
      }
      return view;
    }

    // Give a view what inputs hold. A value keeps the type that its signal has.
    set(view, controls = this.controls) {
      for (const control of controls) {
        const name = control.dataset.signal;
        const value = kindOf(control).read(control);
        view.signal(name, typeof view.signal(name) === "number" ? Number(value) : value);
      }
    }

    push(controls = this.controls) {
      for (const control of controls) kindOf(control).write(control, kindOf(control).read(control));
      this.markLinks();
      if (!this.view) return;
      this.set(this.view, controls);
      this.view.runAsync().catch((error) => console.error(`figure ${this.name}:`, error));
    }

    press(button) {
      if (!button) return;
      if (button.matches(".reset")) {
        for (const control of this.controls) kindOf(control).write(control, kindOf(control).start(control));
        this.push();
      } else if (button.dataset.step) {
        const range = button.parentElement.querySelector("input");
        range.stepUp(Number(button.dataset.step));
        this.push([range]);
      } else {
        kinds.button.write(button, !kinds.button.read(button));
        this.push([button]);
      }
    }

    // The sentence changes at once for the eye; it is read out when the figure has come to rest.
    tell(parts) {
      if (!this.sentence || !parts) return;
      const write = () => this.sentence.replaceChildren(...parts.map((text, i) => {
        if (i % 2 === 0) return text;
        const bold = document.createElement("b");
        bold.textContent = text;
        return bold;
      }));
      if (this.sentence.textContent === parts.join("")) return;
      this.sentence.setAttribute("aria-live", "off");
      write();
      clearTimeout(this.resting);
      this.resting = setTimeout(() => {
        this.sentence.setAttribute("aria-live", "polite");
        write();
      }, 600);
    }

    // Far away, a view with a timer costs for nothing: it is stopped, keeps its values, and is built again from its
    // inputs when the reader comes back.
    rest() {
      if (!this.view || !this.timed) return;
      this.view.finalize();
      this.view.resting = true;
      this.view = this.drawnIn = null;
    }

    // Take on the controls that a link names.
    take(settings) {
      const wanted = new URLSearchParams(settings);
      for (const control of this.controls) {
        const name = control.dataset.signal;
        if (wanted.has(name)) kindOf(control).write(control, wanted.get(name));
      }
      this.push();
    }

    // A link to the state that the figure is in lights up: the text says what the figure shows, and the other way round.
    markLinks() {
      const now = new Map(this.controls.map((control) => [control.dataset.signal, String(kindOf(control).read(control))]));
      for (const link of this.links) {
        const wanted = [...new URLSearchParams(link.dataset.set)];
        if (wanted.every(([name, value]) => now.get(name) === value)) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }
  }

  const figures = new Map(all(".fig[data-figure]").map((element) => [element, new Figure(element)]));
  const near = new Set();
  const arriving = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      near[isIntersecting ? "add" : "delete"](target);
      if (isIntersecting) figures.get(target).wake();
    }
  }, { rootMargin: "400px" });
  const leaving = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) if (!isIntersecting) figures.get(target).rest();
  }, { rootMargin: "1600px" });
  for (const element of figures.keys()) {
    arriving.observe(element);
    leaving.observe(element);
  }
  addEventListener("resize", () => { for (const element of near) figures.get(element).wake(); });
  calm.addEventListener("change", () => {
    for (const { view } of figures.values()) {
      try { view?.signal("calm", calm.matches).runAsync(); } catch { /* this figure does not move by itself */ }
    }
  });

  // 7 ─ Links into figures: #fig-name?control=value sets the controls and shows the figure.

  // A figure that scrolls under the resting pointer would take that for pointing, and lose what the link has set.
  function holdPointer(plot) {
    if (!matchMedia("(hover: hover)").matches) return;
    plot.classList.add("held");
    addEventListener("pointermove", function release(event) {
      if (!event.movementX && !event.movementY) return;
      plot.classList.remove("held");
      removeEventListener("pointermove", release);
    });
  }
  function showFigure(hash) {
    const [id, settings] = hash.slice(1).split("?");
    const figure = figures.get(document.getElementById(id));
    if (!figure || !settings) return;
    figure.take(settings);
    holdPointer(figure.element.querySelector(".plot"));
    for (let fold = figure.element; (fold = fold.parentElement.closest("details"));) fold.open = true;
    figure.element.scrollIntoView();
    figure.element.tabIndex = -1; // reading on by keyboard starts here
    figure.element.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-set]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const hash = `${link.hash}?${link.dataset.set}`;
    history.pushState(null, "", hash);
    showFigure(hash);
  });
  // A symbol pointed at shows its part without moving the page; one that scrolls under a resting pointer does not.
  for (const link of all("a[data-set]").filter((each) => each.querySelector("math"))) {
    link.addEventListener("pointermove", (event) => {
      const pointed = event.pointerType === "mouse" && (event.movementX || event.movementY);
      if (!pointed || link.hasAttribute("aria-current")) return;
      figures.get(document.querySelector(link.hash))?.take(link.dataset.set);
    });
  }
  addEventListener("popstate", () => showFigure(location.hash));
  showFigure(location.hash);
})();
