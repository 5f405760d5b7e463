// Similar: photos that look alike, and copies. The photos stay in the browser, and what the network says of each is kept on the server.

import { $, ask, attempt, choose, csvText, make, notice, showPreview, takesDrops } from "./common.js";
import { save } from "./results.js";

const types = /\.(jpe?g|jpe|mpo|png|webp|hei[cf]|hif|avif|tiff?|gif|bmp|p[bgpn]m)$/i;
const shownAtFirst = 60;
const workers = 4;
let photos = [];
let groups = [];
let run = 0;
let comparison = 0;

export function begin() {
  takesDrops($("similar-drop"), take);
  $("similar-folder").addEventListener("click", async () => take(await choose({ folder: true })));
  $("similar-files").addEventListener("click", async () => take(await choose({ multiple: true, accept: "image/*,.heic,.heif,.avif,.tif,.tiff" })));
  $("similar-distance").addEventListener("input", () => { $("similar-distance-value").textContent = $("similar-distance").value; });
  $("similar-distance").addEventListener("change", () => { if (photos.length) attempt(compare); });
  $("similar-save").addEventListener("click", () => save(asCSV(), "similar.csv", "text/csv"));
}

async function take(files) {
  const own = ++run;
  const chosen = files.filter(({ file, path }) => types.test(path) && !path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX") && file.size);
  if (!chosen.length) { if (files.length) notice("There are no photos in it."); return; }
  // An answer about the photos before does not come in between.
  comparison++;
  $("similar-working").hidden = true;
  photos = [];
  groups = [];
  $("similar-groups").replaceChildren();
  $("similar-result").hidden = true;
  await attempt(async () => {
    const all = chosen.map(({ file, path }) => ({ file, path, key: `${path}|${file.size}|${file.lastModified}` })).sort((a, b) => (a.path < b.path ? -1 : 1));
    const { known } = await ask("POST", "/api/similar/known", { photos: all.map((photo) => photo.key) });
    const waiting = all.filter((_, index) => !known[index]);
    const failed = [];
    const begun = performance.now();
    let done = all.length - waiting.length;
    const progress = $("similar-progress");
    progress.hidden = false;
    const tell = () => {
      progress.value = done / all.length;
      const left = (performance.now() - begun) / Math.max(1, done - (all.length - waiting.length + failed.length)) * (all.length - done) / 1000;
      $("similar-state").textContent = `${done} of ${all.length} photos${done < all.length && done > all.length - waiting.length + 20 ? `, about ${Math.ceil(left)} s more` : ""}`;
    };
    tell();
    const worker = async () => {
      for (let photo = waiting.shift(); photo && own === run; photo = waiting.shift()) {
        try {
          await ask("POST", `/api/similar/print?key=${encodeURIComponent(photo.key)}`, photo.file);
        } catch (error) {
          failed.push(`${photo.path}: ${error.message}`);
        }
        done++;
        tell();
      }
    };
    const total = waiting.length;
    try {
      await Promise.all(Array.from({ length: workers }, worker));
    } finally {
      if (own === run) progress.hidden = true;
    }
    if (own !== run) return;
    if (total && failed.length === total && total === all.length) throw new Error(failed[0]);
    photos = all;
    $("similar-failed").replaceChildren(...failed.slice(0, 20).map((text) => make("li", {}, text)), failed.length > 20 ? make("li", {}, `and ${failed.length - 20} more`) : "");
    await compare();
  });
}

async function compare() {
  const own = ++comparison;
  $("similar-working").hidden = false;
  let answer;
  try {
    answer = await ask("POST", "/api/similar/groups", { photos: photos.map((photo) => photo.key), distance: Number($("similar-distance").value) });
  } catch (error) {
    if (own === comparison) throw error;
  } finally {
    if (own === comparison) $("similar-working").hidden = true;
  }
  if (own !== comparison) return;
  if (!answer.count) throw new Error("What the server knew of the photos is gone: choose them again.");
  // The largest file of a group first, as the one to keep.
  groups = answer.groups.map(({ photos: places, distance }) => ({ distance, members: places.map((place) => photos[place]).sort((a, b) => b.file.size - a.file.size) }));
  const others = groups.reduce((sum, { members }) => sum + members.length - 1, 0);
  const bytes = groups.reduce((sum, { members }) => sum + members.slice(1).reduce((part, { file }) => part + file.size, 0), 0);
  $("similar-state").textContent = groups.length
    ? `${answer.count} photos, ${groups.length} ${groups.length === 1 ? "group" : "groups"} that look alike; without ${others} of them ${size(bytes)} would be free`
    : `${answer.count} photos, and no two that look alike`;
  $("similar-result").hidden = false;
  $("similar-save").hidden = !groups.length;
  shown(shownAtFirst);
}

const size = (bytes) => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1000)} KB`);

function shown(count) {
  const list = $("similar-groups");
  for (const image of list.querySelectorAll("img")) URL.revokeObjectURL(image.src);
  list.replaceChildren(...groups.slice(0, count).map((group, index) => make("li", {},
    make("h2", {}, group.distance < 0.05 ? `${group.members.length} copies` : `${group.members.length} photos, at most ${group.distance.toFixed(1)} apart`),
    make("div", { className: "alike" }, ...group.members.map((photo, place) => figure(photo, place === 0, index))))));
  if (groups.length > count) list.append(make("li", {}, make("button", { onclick: () => shown(count + 200) }, `Show more of the ${groups.length} groups`)));
}

function figure({ file, path }, isLargest) {
  const image = make("img", { alt: path, loading: "lazy", src: URL.createObjectURL(file) });
  image.addEventListener("error", () => showPreview(image, file), { once: true });
  return make("figure", {}, image, make("figcaption", {}, path, make("small", {}, `${size(file.size)}${isLargest ? ", the largest" : ""}`)));
}

/** A row for each photo of a group. */
function asCSV() {
  return csvText([["group", "photo", "bytes", "largest distance"], ...groups.flatMap(({ members, distance }, index) => members.map(({ file, path }) => [index + 1, path, file.size, distance]))]);
}
