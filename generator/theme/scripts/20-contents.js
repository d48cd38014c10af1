// Contents: they mark the section being read, the last one whose top has passed the upper third of the window.

const contents = document.querySelector(".contents");
const entries = new Map(all("a", contents ?? document.createElement("nav")).map((link) => [link.hash.slice(1), link]));
const sections = all("main section[id]").filter((section) => entries.has(section.id));

function follow() {
  const now = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
  for (const [id, link] of entries) {
    if (id === now?.id) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
  document.getElementById("here").textContent = now ? entries.get(now.id).dataset.here : "";
  if (now) reveal(entries.get(now.id));
}

// A list that is longer than the window keeps the marked entry in sight, unless the reader is in the list.
function reveal(link) {
  const list = contents.querySelector(".list");
  if (list.matches(":hover, :focus-within")) return;
  const [frame, entry] = [list, link].map((each) => each.getBoundingClientRect());
  if (entry.bottom > frame.bottom) list.scrollTop += entry.bottom - frame.bottom + frame.height / 3;
  else if (entry.top < frame.top) list.scrollTop += entry.top - frame.top - frame.height / 3;
}

if (entries.size) {
  let frame = 0;
  addEventListener("scroll", () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(follow);
  }, { passive: true });
  const close = () => { contents.open = false; };
  for (const link of entries.values()) link.addEventListener("click", close);
  contents.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !contents.open) return;
    close();
    contents.querySelector("summary").focus();
  });
  addEventListener("pointerdown", (event) => { if (!contents.contains(event.target)) close(); });
  frame = requestAnimationFrame(follow);
}
