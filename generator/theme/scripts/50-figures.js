// Figures. As one comes near, its runtime and its spec are loaded, a view is drawn aside, and it takes the place of
// the still picture, which has the same size: nothing moves. The still stays, hidden, for paper and for cards: it
// shows what the text speaks of, whatever the reader has done to the figure. Controls can be used at once; the view
// takes on what they hold when it comes.

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
    this.share = element.querySelector(".links a[href^='#']");
    this.drawnIn = null; // the box whose view is live or on its way
    this.view = null;
    if (this.form) this.form.disabled = false;
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
      const still = box.querySelector(":scope > svg");
      describe(aside, still.getAttribute("aria-label"));
      box.dataset.live = "";
      box.replaceChildren(still, aside);
      this.view = this.element.vegaView = view;
      this.timed = hasTimer(spec);
      this.push();
    } catch (error) {
      if (this.form) this.form.disabled = true;
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
        this.changed();
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
    this.changed();
    if (!this.view) return void this.wake();
    this.set(this.view, controls);
    this.view.runAsync().catch((error) => console.error(`figure ${this.name}:`, error));
  }

  press(button) {
    if (!button) return;
    if (button.matches(".reset")) {
      this.take("", true);
    } else if (button.dataset.step) {
      const range = button.parentElement.querySelector("input");
      range.stepUp(Number(button.dataset.step));
      this.push([range]);
    } else {
      kinds.button.write(button, !kinds.button.read(button));
      this.push([button]);
    }
  }

  // The sentence changes at once for the eye; it is read out when the figure has come to rest. Paper keeps the first.
  tell(parts) {
    if (!this.sentence || !parts || this.sentence.textContent === parts.join("")) return;
    if (!this.said) {
      this.said = this.sentence.cloneNode(true);
      this.said.className = "said";
      this.said.removeAttribute("aria-live");
      this.sentence.after(this.said);
    }
    const write = () => this.sentence.replaceChildren(...parts.map((text, i) => {
      if (i % 2 === 0) return text;
      const bold = document.createElement("b");
      bold.textContent = text;
      return bold;
    }));
    this.sentence.setAttribute("aria-live", "off");
    write();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
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

  // Take on the controls that a link names; `fresh`: the others go back to what the text says.
  take(settings, fresh = false) {
    const wanted = new URLSearchParams(settings);
    for (const control of this.controls) {
      const { start, takes, write } = kindOf(control);
      const value = wanted.get(control.dataset.signal);
      if (value !== null && takes(control, value)) write(control, value);
      else if (fresh) write(control, start(control));
    }
    this.push();
  }

  changed() {
    this.markLinks();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), 400);
  }

  // A figure has come to rest when nothing has changed for a while, it does not play and nobody holds it.
  settle() {
    if (held || this.controls.some((control) => control.type === "button" && kinds.button.read(control))) {
      this.settling = setTimeout(() => this.settle(), 400);
      return;
    }
    const hash = `#${this.element.id}${this.state()}`;
    if (this.share) this.share.href = hash;
    if (this === moved) tellAddress(hash);
  }

  // What differs from the text, as an address says it: ?control=value&…
  state() {
    const differing = this.controls
      .map((control) => [control.dataset.signal, kindOf(control).read(control), kindOf(control).start(control)])
      .filter(([, now, start]) => now !== start);
    return differing.length ? `?${new URLSearchParams(differing.map(([name, now]) => [name, now]))}` : "";
  }

  // A link to the state that the figure is in lights up: the text says what the figure shows, and the other way round.
  markLinks() {
    this.links ??= all(`a[data-set][href="#${this.element.id}"]`);
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
// The runtime is large, and comes when the reader stirs: until then the stills show the same.
const wakeNear = () => stirred.then(() => { for (const element of near) figures.get(element).wake(); });
const arriving = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) near[isIntersecting ? "add" : "delete"](target);
  wakeNear();
}, { rootMargin: "400px" });
const leaving = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) if (!isIntersecting) figures.get(target).rest();
}, { rootMargin: "1600px" });
for (const element of figures.keys()) {
  arriving.observe(element);
  leaving.observe(element);
}
addEventListener("resize", wakeNear);
calm.addEventListener("change", () => {
  for (const { view } of figures.values()) {
    try { view?.signal("calm", calm.matches).runAsync(); } catch { /* this figure does not move by itself */ }
  }
});
