// The results of all photos, in one file.

import { ask, csvText, make } from "./common.js";

/** Looks at photos one after the other, as `query` says; one that fails has its reason. */
export async function resultsOf(files, query, told) {
  const results = [];
  for (const [index, file] of files.entries()) {
    told(`${index + 1} of ${files.length}…`);
    try {
      results.push({ photo: file.name, ...(await ask("POST", `/api/look?${query}`, file)) });
    } catch (error) {
      results.push({ photo: file.name, error: error.message, looks: [] });
    }
  }
  told("");
  return results;
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
