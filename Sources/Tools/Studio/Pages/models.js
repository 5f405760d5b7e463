// Models: what is in a Core ML model.

import { $, ask, attempt, choose, make, milliseconds, showPreview, takesDrops, upload } from "./common.js";
import { draw } from "./overlay.js";

export function begin() {
  takesDrops($("models-drop"), take);
  $("models-file").addEventListener("click", async () => take(await choose({ accept: ".mlmodel,.zip" })));
  $("models-folder").addEventListener("click", async () => take(await choose({ folder: true })));
}

export const entered = () => attempt(list);

async function take(files) {
  if (!files.length) return;
  await attempt(async () => {
    const id = await upload(files, $("models-upload"));
    let model;
    try {
      model = await ask("POST", "/api/models", { upload: id });
    } catch (error) {
      ask("DELETE", `/api/uploads/${id}`).catch(() => {});
      throw error;
    }
    await list();
    await show(model.id);
  });
}

async function list() {
  const models = await ask("GET", "/api/models");
  $("models-list").replaceChildren(...models.map((model) => make("li", {},
    make("button", { onclick: () => attempt(() => show(model.id)) }, model.title, make("small", {}, model.origin)),
    !model.canBeRemoved ? null : make("button", { className: "small", "aria-label": `Remove ${model.title}`, onclick: () => attempt(async () => { await ask("DELETE", `/api/models/${model.id}`); $("models-info").replaceChildren(); await list(); }) }, "Remove"))));
}

const row = (...cells) => make("tr", {}, ...cells.map((cell) => make("td", { className: typeof cell === "number" ? "number" : "" }, String(cell))));
// A table may be longer than its place, and then the keyboard scrolls it.
const table = (head, rows) => make("div", { className: "scroll", tabIndex: 0, role: "group", "aria-label": `Table by ${head[0]}` }, make("table", {}, make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...rows)));

export async function show(id) {
  const { info, text, bytes } = await ask("GET", `/api/models/${id}`);
  const details = (feature) => [feature.colorSpace || feature.dataType || feature.keyType || feature.elementType, feature.shape?.length && feature.flexibility, feature.optional && "optional"].filter(Boolean).join(", ");
  const features = (title, list) => (list?.length ? table([title, "type", "shape", "details"], list.map((feature) => row(feature.name, feature.type, (feature.shape || []).join(" × ") || feature.flexibility || "", details(feature)))) : "");
  const layers = (model) => [...Object.entries(model.layers || {}), ...(model.models || []).flatMap(layers)];
  const kinds = layers(info);
  // Those of a pipeline are those of its models.
  const weights = (model) => (model.weights?.length ? model.weights : (model.models || []).flatMap(weights));
  const times = make("div");
  const answers = make("div");
  $("models-info").replaceChildren(
    make("h2", {}, info.model), make("p", {}, `${info.type}, specification version ${info.specificationVersion}, ${(bytes / 1e6).toFixed(2)} MB`),
    info.metadata.description ? make("p", { className: "hint" }, info.metadata.description) : "",
    make("h2", {}, "Interface"), features("input", info.inputs), features("output", info.outputs), features("state", info.states),
    kinds.length ? make("h2", {}, "Layers") : "", kinds.length ? table(["layer", "count"], kinds.sort((a, b) => b[1] - a[1]).map(([name, count]) => row(name, count))) : "",
    make("h2", {}, "Weights"), table(["storage", "count", "MB"], weights(info).map((kind) => row(kind.storage, kind.count, Math.round(kind.bytes / 1e4) / 100))),
    make("div", { className: "row" },
      make("button", { id: "models-times", onclick: () => attempt(() => time(id, times)) }, "Time it"),
      info.inputs.every((input) => input.type !== "image") ? null : make("button", { onclick: async () => { const [photo] = await choose({ accept: "image/*" }); if (photo) await attempt(() => run(id, photo.file, answers)); } }, "Run on a photo")),
    times, answers, make("details", {}, make("summary", {}, "As text"), make("pre", { tabIndex: 0 }, text)));
}

async function time(id, place) {
  place.replaceChildren(make("p", { className: "hint" }, "It runs on zeros…"));
  const { load, median, least, runs, steps } = await ask("POST", `/api/models/${id}/times`).catch((error) => { place.replaceChildren(); throw error; });
  const longest = Math.max(...steps.map((step) => step.ms), 1e-9);
  place.replaceChildren(
    make("p", {}, `Load and first prediction ${milliseconds(load)}, median of ${runs} ${milliseconds(median)}, fastest ${milliseconds(least)}`),
    steps.length ? table(["step", "ms", "share"], steps.map((step) => {
      const bar = make("span", { className: "bar" });
      bar.style.width = `${(8 * step.ms) / longest}rem`;
      return make("tr", {}, make("td", {}, step.name), make("td", { className: "number" }, step.ms.toFixed(3)), make("td", {}, bar));
    })) : "");
}

async function run(id, file, place) {
  const answer = await ask("POST", `/api/models/${id}/run`, file);
  const image = make("img", { alt: file.name, src: URL.createObjectURL(file) });
  image.addEventListener("error", () => showPreview(image, file), { once: true });
  const canvas = make("canvas", { className: "overlay" });
  const stage = make("div", { className: "stage" }, make("div", { className: "picture" }, make("div", { className: "frame" }, image, canvas)));
  place.replaceChildren(make("p", {}, `Prediction ${milliseconds(answer.milliseconds)}`), stage,
    make("ol", { className: "found" }, ...answer.findings.slice(0, 20).map((finding) => make("li", {}, finding.title)), ...answer.outputs.map((output) => make("li", {}, `${output.name}: ${output.text}`, output.picture ? make("img", { src: output.picture, alt: `${output.name}, made by the model`, className: "made" }) : null))));
  draw(canvas, answer.findings.filter((finding) => finding.box), answer.width, answer.height);
}
