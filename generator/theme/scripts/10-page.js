// What the page does beyond being read. Everything here is optional: without it the page reads, prints and switches
// colors, and figures show their start state. Plain scripts: no modules, no fetch, no eval, so that they run from a
// file as well as from a host, under the page's policy. The build joins them, in the order of their names, into one
// script in one closure: what one of them names, the later ones may use.

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// What takes the processor long waits until the reader does something.
const stirred = new Promise((resolve) => {
  for (const act of ["pointermove", "pointerdown", "keydown", "focusin", "scroll"]) {
    addEventListener(act, resolve, { once: true, passive: true });
  }
});

// Sections far from the window are not laid out at first (the stylesheet says so), as long as the reader is at the
// top. Then they are, one at a time; and all at once before anybody goes to a place that lies beyond them.
const far = all("main > section");
const layOut = (section) => section.classList.add("laid-out");
const layOutAll = () => { while (far.length) layOut(far.shift()); };
const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
const [arrival] = performance.getEntriesByType("navigation");
if (location.hash || arrival?.type !== "navigate") layOutAll();
addEventListener("click", (event) => { if (event.target.closest?.("a[href^='#']")) layOutAll(); }, { capture: true });
let guessing = far.length > 0;
addEventListener("hashchange", () => { // the address was changed by hand, and the browser has guessed where that is
  if (!guessing) return;
  layOutAll();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
stirred.then(async () => {
  for (; far.length; await idle()) layOut(far.shift());
  setTimeout(() => { guessing = false; }, 1000); // a smooth scroll may still be on its way
});

// Colors: remember the switch. Storage may be off; then it holds for this visit.
try {
  const kept = document.getElementById(localStorage.getItem("theme"));
  if (kept) kept.checked = true;
  for (const radio of all("[name=theme]")) {
    radio.addEventListener("change", () => localStorage.setItem("theme", radio.id));
  }
} catch { /* no storage */ }

// What can be scrolled within the page can be focused, and only then.
const scrolls = (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
const boxes = new ResizeObserver((changes) => {
  for (const { target: box } of changes) {
    if (scrolls(box)) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
});
for (const box of all(".scroll, .data > div, pre")) boxes.observe(box);

// What is there to be copied has a button for it: data-copy names the element.
for (const button of all("[data-copy]")) {
  const name = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = name; }, 2000);
  });
}
