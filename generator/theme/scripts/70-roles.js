// Roles. Pointing at a word or a symbol of a role, or at a control that is labelled with it, lights the role in the
// whole section: in its words, formulas, controls and figures. The stylesheet says how; here is only which.

const roles = (document.querySelector("main")?.dataset.roles ?? "").split(" ").filter(Boolean);
const marked = roles.map((name) => `.role.${name}, math .${name}`).join(", ");
let litSection = null;
let lighting = 0;

function roleAt(element) {
  const label = element.closest?.(".controls :is(.slider, label, .step, fieldset fieldset, fieldset.controls > fieldset)");
  const mark = marked && (element.closest?.(marked) ?? label?.querySelector(".role"));
  return mark ? roles.find((name) => mark.classList.contains(name)) : undefined;
}
// After a moment, so that nothing flickers as the pointer crosses the text.
function light(element, wait) {
  clearTimeout(lighting);
  const role = roleAt(element);
  const section = role && element.closest("section, .front");
  if (litSection === (section ?? null) && litSection?.dataset.lit === role) return;
  lighting = setTimeout(() => {
    if (litSection) delete litSection.dataset.lit;
    litSection = section ?? null;
    if (litSection) litSection.dataset.lit = role;
  }, wait);
}
if (roles.length) {
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !event.buttons) light(event.target, 120);
  });
  addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) light(event.target, 0); });
  addEventListener("click", (event) => { if (byTouch) light(event.target, 0); });
}
