// Cards: what a link within the page leads to, shown beside it. One kind for notes, citations, terms, formulas,
// figures and sections. A card opens when its link is pointed at, focused by keyboard or tapped (a second tap follows
// the link); it stays while the pointer or the focus is on it, and Escape closes it. There is none for what is in view.

const carded = "a[href^='#']:not(.n, .back, .skip, [data-set], .card a, .contents a, .links a, :is(h2, h3, h4) > a)";
const card = document.createElement("div");
Object.assign(card, { className: "card", popover: "manual" });
(document.querySelector("main") ?? document.body).append(card);
let shown = null; // the link whose card is open
let pointed = null; // the link that the pointer is on, or the card
let waiting = 0; // what is about to open or close

// A copy for a card: no second ids, and no links but those that lead away from the page.
function copyOf(element) {
  const copy = element.cloneNode(true);
  for (const each of all(".nref, .cite, .cites, .back, .n", copy)) each.remove();
  for (const link of all("a[href^='#']", copy)) link.replaceWith(...link.childNodes);
  for (const each of [copy, ...all("[id]", copy)]) each.removeAttribute("id");
  return copy;
}

// What is in an element, without its place in the outline of the page.
function part(element, name) {
  const box = document.createElement("div");
  box.className = name;
  box.append(...copyOf(element).childNodes);
  return box;
}
function reference(entry) {
  const box = part(entry.firstElementChild, "entry");
  box.dataset.number = [...entry.parentElement.children].indexOf(entry) + 1;
  return box;
}
function meaning(term) {
  const entry = document.getElementById(term.id.replace("term-", "glossary-"));
  return [part(entry, "head"), part(entry.nextElementSibling, "body")];
}
function opening(heading) {
  const next = heading.nextElementSibling;
  const first = next?.matches("p") ? next : next?.querySelector(":scope > p, :scope > .noted > p");
  return [part(heading, "head"), ...(first ? [part(first, "begun")] : [])];
}

// By what the target is: what a card holds of it.
const holds = {
  ".note": (note) => [part(note, "body")],
  ".refs > li": (entry) => [reference(entry)],
  "dfn": meaning,
  ".eq": (formula) => [copyOf(formula.querySelector(".scroll"))],
  ".fig": (figure) => [part(figure.querySelector(".fig-head"), "head"), copyOf(figure.querySelector(".at-wide > svg"))],
  "section": (section) => opening(section.querySelector("h2")),
  "h2, h3, h4": opening,
  ".more": (aside) => opening(aside.querySelector("summary")),
};

// Citations that stand together share one card.
function targetsOf(link) {
  const together = link.closest(".cites");
  const links = together ? all("a", together) : [link];
  return links.map((each) => document.getElementById(decodeURIComponent(each.hash.slice(1)))).filter(Boolean);
}
function inView(target) {
  const { top, bottom, height } = (target.matches("section") ? target.firstElementChild : target).getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}

function closeCard() {
  if (shown) card.hidePopover();
  shown = null;
}
// Whether there was something to show.
function openCard(link) {
  clearTimeout(waiting);
  closeCard();
  const targets = targetsOf(link);
  if (!card.showPopover || targets.every(inView)) return false;
  const kinds = Object.keys(holds);
  card.replaceChildren(...targets.flatMap((target) => holds[kinds.find((kind) => target.matches(kind))]?.(target) ?? []));
  if (!card.hasChildNodes()) return false;
  card.showPopover({ source: link }); // its place in the order of the keyboard is after the link
  shown = link;
  return true;
}

const soon = (act, wait) => { clearTimeout(waiting); waiting = setTimeout(act, wait); };
const focused = () => shown?.matches(":focus-visible") || card.contains(document.activeElement);

addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch" || !(event.movementX || event.movementY)) return; // what scrolls by is not meant
  const on = event.target.closest?.(`${carded}, .card`) ?? null;
  if (on === pointed) return;
  pointed = on;
  if (!on) soon(() => { if (!focused()) closeCard(); }, 250);
  else if (on === card || on === shown) clearTimeout(waiting);
  else soon(() => openCard(on), 150);
});
document.documentElement.addEventListener("pointerleave", () => {
  pointed = null;
  soon(() => { if (!focused()) closeCard(); }, 250);
});
addEventListener("focusin", (event) => {
  if (card.contains(event.target)) return void clearTimeout(waiting);
  const link = event.target.closest?.(carded);
  if (link?.matches(":focus-visible")) soon(() => openCard(link), 0);
  else if (!pointed) soon(closeCard, 0);
});

let byTouch = false;
addEventListener("pointerdown", (event) => { byTouch = event.pointerType === "touch"; }, true);
addEventListener("click", (event) => {
  const link = event.target.closest?.(carded);
  if (link && byTouch && link !== shown && openCard(link)) event.preventDefault();
  else if (!card.contains(event.target)) soon(closeCard, 0); // also what a focus has just asked for
});
addEventListener("keydown", (event) => {
  byTouch = false;
  if (event.key !== "Escape") return;
  clearTimeout(waiting);
  const link = card.contains(document.activeElement) ? shown : null;
  closeCard();
  link?.focus();
  clearTimeout(waiting); // coming back to the link does not open its card again
});
