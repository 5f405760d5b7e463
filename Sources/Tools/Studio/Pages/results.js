// The results of all photos, in one file.

import { ask, csvText, make, previewOf } from "./common.js";
import { draw, loadMaps } from "./overlay.js";
import { Zip } from "./zip.js";

const largestZip = 1 << 30;
const longestSide = 8192;

/** Looks at photos one after the other, as `query` says, and hands each result over; one that fails has its reason. */
async function each(files, query, told, taken) {
  for (const [index, file] of files.entries()) {
    told(`${index + 1} of ${files.length}…`);
    let result;
    try {
      result = { photo: file.name, ...(await ask("POST", `/api/look?${query}`, file)) };
    } catch (error) {
      result = { photo: file.name, error: error.message, looks: [] };
    }
    await taken(result, file);
  }
  told("");
}

/** The results of all photos. */
export async function resultsOf(files, query, told) {
  const results = [];
  await each(files, query, told, (result) => { results.push(result); });
  return results;
}

/** Saves all photos with what was found drawn over them, as a zip; several where one would be larger than a gigabyte. */
export async function savePictures(files, query, told) {
  let zip = new Zip();
  let zips = 0;
  const failed = [];
  const close = () => {
    zips++;
    save(zip.blob, zips === 1 ? "pictures.zip" : `pictures-${zips}.zip`, "application/zip");
    zip = new Zip();
  };
  await each(files, query, told, async (result, file) => {
    try {
      if (result.error) throw new Error(result.error);
      const picture = await annotated(result, file);
      const stem = file.name.replace(/\.[^.]+$/, "");
      await zip.add(`${stem}.${picture.type === "image/png" ? "png" : "jpg"}`, picture);
    } catch (error) {
      failed.push(`${file.name}: ${error.message}`);
    }
    if (zip.size > largestZip || zip.count === 65000) close();
  });
  if (zip.count) close();
  told(failed.length ? `${failed.length} of ${files.length} could not be saved: ${failed.slice(0, 3).join("; ")}${failed.length > 3 ? "; …" : ""}` : "");
}

/** A photo of its own size with its findings: a PNG of a PNG, and a JPEG of every other. */
async function annotated({ width, height, looks }, file) {
  const picture = await createImageBitmap(file).catch(async () => createImageBitmap(await previewOf(file)));
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const findings = looks.flatMap((look) => look.findings || []);
  const over = make("canvas");
  await loadMaps(findings);
  draw(over, findings, columns, rows);
  const canvas = make("canvas", { width: columns, height: rows });
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0, columns, rows);
  context.drawImage(over, 0, 0);
  picture.close();
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, file.type === "image/png" ? "image/png" : "image/jpeg", 0.92));
  if (!blob) throw new Error("the picture is too large for the browser");
  return blob;
}

/** A list with an object for each photo. */
export function asJSON(results) {
  const photos = results.map(({ photo, error, width, height, looks }) => ({
    photo, ...(error ? { error } : { width, height }), ...Object.fromEntries(looks.map((look) => [look.kind, look.error ? { error: look.error } : look.json])),
  }));
  return JSON.stringify(photos, null, 1);
}

/** A row for each finding, with its box in parts of the picture from the lower left. */
export function asCSV(results) {
  const rows = [["photo", "kind", "finding", "x", "y", "width", "height", "error"]];
  for (const { photo, error, looks } of results) {
    if (error) rows.push([photo, "", "", "", "", "", "", error]);
    for (const look of looks) {
      if (look.error) rows.push([photo, look.kind, "", "", "", "", "", look.error]);
      for (const { title, box } of look.findings || []) rows.push([photo, look.kind, title || "", ...(box || ["", "", "", ""]), ""]);
    }
  }
  return csvText(rows);
}

/** Lets the browser keep a text or the bytes of a picture as a file. */
export function save(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
