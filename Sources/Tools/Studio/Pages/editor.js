// Train: the pictures of a set one by one, to correct their labels and boxes, and to record more with the camera.

import { $, ask, attempt, make, notice } from "./common.js";

const colors = ["#0b5fa5", "#a34600", "#1a7333", "#b01f4b", "#6a3fb5", "#755700"];
const step = 0.01;
let set = null;
let page = null;
let from = 0;
let changed = () => {};
let saving = Promise.resolve();

export function begin() {
  $("edit").addEventListener("toggle", () => { if ($("edit").open) attempt(list); });
  $("edit-label").addEventListener("change", () => { from = 0; attempt(list); });
  $("edit-back").addEventListener("click", () => { from = Math.max(0, from - page.size); attempt(list); });
  $("edit-on").addEventListener("click", () => { from += page.size; attempt(list); });
  $("edit-record").addEventListener("click", () => attempt(() => record()));
  $("edit-dialog").addEventListener("close", () => { $("edit-dialog").replaceChildren(); stopCamera(); if (isDirty) attempt(finish); });
}

/** Offers to correct an upload; `told` is called after each change. `null` hides it. */
export function show(upload, kind, told) {
  const isOther = set?.upload !== upload || set?.kind !== kind;
  const canEdit = kind === "photos" || kind === "boxes";
  set = canEdit ? { upload, kind } : null;
  changed = told;
  $("edit").hidden = !canEdit;
  if (isOther) { $("edit").open = false; from = 0; $("edit-state").textContent = ""; $("edit-label").replaceChildren(); }
  else if (canEdit && $("edit").open) attempt(list);
}

const path = (part) => `/api/uploads/${set.upload}/${part}`;
const source = (name, side) => `${path("picture")}?kind=${set.kind}&side=${side}&name=${encodeURIComponent(name)}`;
const labelsOf = (picture) => (picture.objects ? [...new Set(picture.objects.map((one) => one.label))].join(", ") || "nothing" : picture.label);

// MARK: The list

async function list() {
  const chosen = $("edit-label").value;
  page = await ask("GET", `${path("pictures")}?kind=${set.kind}&label=${encodeURIComponent(chosen)}&from=${from}`);
  // There may be fewer pages than there were.
  from = page.from;
  $("edit-label").replaceChildren(make("option", { value: "" }, "all labels"), ...page.labels.map((label) => make("option", { value: label }, label)));
  $("edit-label").value = page.labels.includes(chosen) ? chosen : "";
  $("edit-labels").replaceChildren(...page.labels.map((label) => make("option", { value: label })));
  $("edit-grid").replaceChildren(...page.pictures.map((picture, index) => make("li", {},
    make("button", { type: "button", onclick: () => open(index), title: picture.name },
      make("img", { src: source(picture.name, 160), alt: picture.name, loading: "lazy" }), make("span", {}, labelsOf(picture))))));
  const last = from + page.pictures.length;
  $("edit-count").textContent = page.count ? `${from + 1} to ${last} of ${page.count}` : "none";
  $("edit-back").hidden = from === 0;
  $("edit-on").hidden = last >= page.count;
}

// MARK: One picture

let isDirty = false;

/** Says under which name a file that was there is kept. */
function tellKept({ file, kept }) {
  if (kept) $("edit-state").textContent = `The ${file} that was there is kept as ${kept}.`;
}

function open(index) {
  const dialog = $("edit-dialog");
  const picture = page.pictures[index];
  const image = make("img", { src: source(picture.name, 1200), alt: picture.name, draggable: false });
  const stage = make("div", { className: "edit-stage" }, image);
  image.addEventListener("load", () => stage.style.setProperty("--aspect", image.naturalWidth / image.naturalHeight));
  const state = make("p", { className: "hint", role: "status" });
  const side = make("div", { className: "edit-side" });
  const go = (to) => make("button", { type: "button", disabled: to < 0 || to >= page.pictures.length, onclick: () => { open(to); dialog.querySelector(to < index ? ".edit-to-back" : ".edit-to-on")?.focus(); }, className: to < index ? "edit-to-back" : "edit-to-on" }, to < index ? "Back" : "Next");
  dialog.replaceChildren(
    make("div", { className: "edit-head" }, make("h2", { id: "edit-title" }, picture.name), make("button", { type: "button", onclick: () => dialog.close() }, "Done")),
    make("div", { className: "edit-columns" }, make("div", {}, stage), side),
    state, make("p", { className: "buttons" }, go(index - 1), go(index + 1), make("button", { type: "button", onclick: () => leaveOut(index) }, "Leave this picture out")));
  if (picture.objects) boxes(picture, stage, side, state);
  else label(picture, side, state);
  if (!dialog.open) dialog.showModal();
}

function label(picture, side, state) {
  const input = make("input", { type: "text", value: picture.label, list: "edit-labels", maxLength: 100 });
  const form = make("form", {}, make("label", { className: "row" }, "Label ", input), make("p", {}, make("button", { className: "primary" }, "Change the label")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      try {
        Object.assign(picture, await ask("POST", path("label"), { name: picture.name, label: input.value }));
      } catch (error) {
        state.textContent = error.message;
        return;
      }
      isDirty = true;
      state.textContent = `It is in the folder '${picture.label}' now.`;
    });
  });
  side.append(form);
}

async function leaveOut(index) {
  await attempt(async () => {
    await saving;
    tellKept(await ask("POST", `${path("leave-out")}?kind=${set.kind}`, { name: page.pictures[index].name }));
    isDirty = true;
    page.pictures.splice(index, 1);
    if (page.pictures.length) open(Math.min(index, page.pictures.length - 1));
    else $("edit-dialog").close();
  });
}

async function finish() {
  await saving;
  isDirty = false;
  await list();
  await changed();
}

// MARK: Boxes

/** Boxes that are drawn, moved and sized with the pointer or the keyboard; each change is saved. */
function boxes(picture, stage, side, state) {
  const rows = make("ol", { className: "edit-boxes" });
  const limit = (value) => Math.max(0, Math.min(1, value));
  const place = (event) => {
    const bounds = stage.getBoundingClientRect();
    return [limit((event.clientX - bounds.left) / bounds.width), limit((event.clientY - bounds.top) / bounds.height)];
  };
  const save = () => {
    isDirty = true;
    const body = { name: picture.name, objects: picture.objects.map((one) => ({ label: one.label, box: one.box })) };
    saving = saving.then(async () => {
      try {
        const { file, kept } = await ask("POST", path("boxes"), body);
        state.textContent = `Saved in ${file}, in Create ML's form.${kept ? ` The ${file} that was there is kept as ${kept}.` : ""}`;
        tellKept({ file, kept });
      } catch (error) {
        state.textContent = error.message;
      }
    });
  };
  const fit = (element, { box: [x, y, w, h] }) => Object.assign(element.style, { left: `${100 * x}%`, top: `${100 * y}%`, width: `${100 * w}%`, height: `${100 * h}%` });
  const add = (box) => {
    const last = picture.objects.at(-1)?.label ?? page.labels[0] ?? "object";
    picture.objects.push({ label: last, box });
    draw();
    save();
    rows.lastElementChild?.querySelector("input").select();
  };
  const follow = (element, one, isSize, event) => {
    event.preventDefault();
    event.stopPropagation();
    element.focus();
    element.setPointerCapture(event.pointerId);
    const [startX, startY] = place(event);
    const [x, y, w, h] = one.box;
    const move = (next) => {
      const [dx, dy] = place(next).map((value, axis) => value - [startX, startY][axis]);
      one.box = isSize ? [x, y, Math.max(step, Math.min(1 - x, w + dx)), Math.max(step, Math.min(1 - y, h + dy))] : [Math.max(0, Math.min(1 - w, x + dx)), Math.max(0, Math.min(1 - h, y + dy)), w, h];
      fit(element, one);
    };
    const end = () => {
      element.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) element.removeEventListener(name, end);
      if (one.box.some((value, index) => value !== [x, y, w, h][index])) save();
    };
    element.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, end);
  };
  const type = (element, one, event) => {
    const [dx, dy] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [];
    if (event.key === "Delete" || event.key === "Backspace") return remove(one);
    if (dx === undefined) return;
    event.preventDefault();
    const [x, y, w, h] = one.box;
    one.box = event.shiftKey ? [x, y, Math.max(step, Math.min(1 - x, w + dx)), Math.max(step, Math.min(1 - y, h + dy))] : [Math.max(0, Math.min(1 - w, x + dx)), Math.max(0, Math.min(1 - h, y + dy)), w, h];
    fit(element, one);
    save();
  };
  const remove = (one) => {
    picture.objects = picture.objects.filter((other) => other !== one);
    draw();
    save();
    (rows.querySelector("input") ?? side.querySelector("button")).focus();
  };
  const draw = () => {
    stage.querySelectorAll(".edit-box").forEach((element) => element.remove());
    const elements = picture.objects.map((one, index) => {
      const element = make("button", { type: "button", className: "edit-box", "aria-label": `Box ${index + 1}, ${one.label}` }, make("span", {}, one.label), make("i", {}));
      element.style.setProperty("--box", colors[Math.max(0, page.labels.indexOf(one.label)) % colors.length]);
      fit(element, one);
      element.addEventListener("pointerdown", (event) => follow(element, one, event.target.tagName === "I", event));
      element.addEventListener("keydown", (event) => type(element, one, event));
      return element;
    });
    stage.append(...elements);
    rows.replaceChildren(...picture.objects.map((one, index) => {
      const input = make("input", { type: "text", value: one.label, maxLength: 100, list: "edit-labels", "aria-label": `Label of box ${index + 1}` });
      input.addEventListener("change", () => {
        one.label = input.value.trim() || one.label;
        input.value = one.label;
        elements[index].firstElementChild.textContent = one.label;
        elements[index].setAttribute("aria-label", `Box ${index + 1}, ${one.label}`);
        save();
      });
      return make("li", {}, input, make("button", { type: "button", className: "small", "aria-label": `Remove box ${index + 1}`, onclick: () => remove(one) }, "Remove"));
    }));
  };
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".edit-box")) return;
    event.preventDefault();
    const [startX, startY] = place(event);
    const sketch = make("div", { className: "edit-sketch" });
    const one = { box: [startX, startY, 0, 0] };
    stage.append(sketch);
    stage.setPointerCapture(event.pointerId);
    const move = (next) => {
      const [x, y] = place(next);
      one.box = [Math.min(x, startX), Math.min(y, startY), Math.abs(x - startX), Math.abs(y - startY)];
      fit(sketch, one);
    };
    const end = () => {
      stage.removeEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) stage.removeEventListener(name, end);
      sketch.remove();
      if (one.box[2] > step && one.box[3] > step) add(one.box);
    };
    stage.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"]) stage.addEventListener(name, end);
  });
  side.append(make("p", { className: "hint" }, "Draw a box with the pointer. Arrow keys move the box that is chosen, with Shift they size it, Delete removes it."),
    make("button", { type: "button", onclick: () => add([0.35, 0.35, 0.3, 0.3]) }, "Add a box"), rows,
    make("p", {}, make("a", { className: "button", href: path("annotations"), download: "annotations.json" }, "Save annotations.json")));
  draw();
}

// MARK: The camera

let stream = null;

export function stopCamera() {
  if (stream) for (const track of stream.getTracks()) track.stop();
  stream = null;
}

export async function openCamera() {
  if (!navigator.mediaDevices) throw new Error("The browser lets pages use the camera only on this machine (127.0.0.1) or over HTTPS.");
  stopCamera();
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 640 }, height: { ideal: 480 } } });
  } catch (error) {
    throw new Error(`The camera cannot be used: ${error.message}`);
  }
}

/** Begins a new set of photos with the camera, which is open. */
export async function recordNew(upload, told) {
  show(upload, "photos", told);
  page = { labels: [], pictures: [], size: 1 };
  await record();
}

/** Takes pictures with the camera and adds them to the set. */
async function record() {
  if (!stream) await openCamera();
  const dialog = $("edit-dialog");
  const video = make("video", { muted: true, playsInline: true, autoplay: true, srcObject: stream });
  const label = make("input", { type: "text", value: page?.labels[0] ?? "", maxLength: 100, list: "edit-labels", id: "record-label" });
  const state = make("p", { className: "hint", role: "status", id: "record-state" });
  const shots = make("ul", { className: "grid", "aria-label": "Recorded" });
  const counts = {};
  const grabber = make("canvas");
  const take = async () => {
    if (!dialog.open || !video.videoWidth) return;
    const name = label.value.trim();
    if (set.kind === "photos" && !name) { state.textContent = "Say which label it has first."; label.focus(); return; }
    [grabber.width, grabber.height] = [video.videoWidth, video.videoHeight];
    grabber.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((resolve) => { grabber.toBlob(resolve, "image/jpeg", 0.92); });
    try {
      const added = await ask("POST", `${path("samples")}?kind=${set.kind}&label=${encodeURIComponent(name)}`, blob);
      isDirty = true;
      tellKept(added);
      counts[name] = (counts[name] ?? 0) + 1;
      const { name: file } = added.picture ?? added;
      state.textContent = set.kind === "photos" ? Object.entries(counts).map(([one, count]) => `${one}: ${count}`).join(", ") : `${counts[name]} recorded; draw their boxes in the list.`;
      shots.prepend(make("li", {}, make("img", { src: source(file, 160), alt: file })));
      while (shots.childElementCount > 12) shots.lastElementChild.remove();
    } catch (error) {
      state.textContent = error.message;
    }
  };
  const button = make("button", { type: "button", className: "primary", id: "record-take" }, "Take a picture");
  let timer = null;
  const release = () => { clearInterval(timer); timer = null; };
  button.addEventListener("click", take);
  button.addEventListener("pointerdown", () => { release(); timer = setInterval(take, 350); });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(name, release);
  dialog.addEventListener("close", release, { once: true });
  dialog.replaceChildren(
    make("div", { className: "edit-head" }, make("h2", { id: "edit-title" }, "Record with the camera"), make("button", { type: "button", onclick: () => dialog.close() }, "Done")),
    make("div", { className: "edit-columns" }, make("div", { className: "edit-stage" }, video),
      make("div", { className: "edit-side" }, set.kind === "photos" ? make("label", { className: "row" }, "Label ", label) : null, make("p", {}, button), make("p", { className: "hint" }, "Hold it for three a second."), state)),
    shots);
  if (!dialog.open) dialog.showModal();
  await video.play().catch((error) => notice(error.message));
}
