// The address of the page says how a figure stands: #fig-name?control=value&… Links in the text are such addresses,
// and as a reader moves a figure the address follows, so that what is seen can be shared.

let held = false; // whether a pointer is down
let moved = null; // the figure that the reader has moved last: the address is its own

addEventListener("pointerdown", (event) => {
  held = true;
  moved = figureAt(event.target) ?? moved;
}, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { held = false; }, true);
for (const act of ["input", "keydown"]) {
  addEventListener(act, (event) => { moved = figureAt(event.target) ?? moved; }, true);
}
function figureAt(element) {
  const part = element.closest?.(".plot, .controls");
  return part ? figures.get(part.closest(".fig")) : undefined;
}

// Nothing scrolls, and the way back is not longer. A figure that stands as in the text needs no address.
function tellAddress(hash) {
  const [id, settings] = hash.split("?");
  const known = location.hash.split("?")[0] === id && location.hash.includes("?");
  if (settings) history.replaceState(null, "", hash);
  else if (known) history.replaceState(null, "", location.href.split("#")[0]);
}

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

function showFigure(hash, fresh) {
  const [id, settings] = hash.slice(1).split("?");
  const figure = figures.get(document.getElementById(id));
  if (!figure || !settings) return;
  figure.take(settings, fresh);
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
    const pointing = event.pointerType === "mouse" && (event.movementX || event.movementY);
    if (!pointing || link.hasAttribute("aria-current")) return;
    figures.get(document.querySelector(link.hash))?.take(link.dataset.set);
  });
}

addEventListener("popstate", () => showFigure(location.hash, true));
showFigure(location.hash, true);
