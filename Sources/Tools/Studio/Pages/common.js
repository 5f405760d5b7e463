// Common parts of all pages: requests, elements, files.

export const $ = (id) => document.getElementById(id);

/** An element with properties, and children that are elements or text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Shows why something did not work, until something else does. */
export function notice(text) {
  $("notice").textContent = text || "";
  $("notice").hidden = !text;
}

/** Asks the server; an answer that is an error is thrown with the server's reason. */
export async function ask(method, path, body) {
  const options = { method, body: body === undefined ? (method === "GET" ? undefined : "") : body };
  if (body && !(body instanceof Blob) && typeof body !== "string") options.body = JSON.stringify(body);
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("Studio does not answer. Is it still running?");
  }
  const answer = await response.json().catch(() => ({ error: `Studio answers ${response.status}` }));
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Runs something that may fail, and says why where it does. */
export async function attempt(work) {
  try {
    const result = await work();
    notice("");
    return result;
  } catch (error) {
    notice(error.message);
    return undefined;
  }
}

export const percent = (value) => `${Math.round(value * 1000) / 10} %`;
export const milliseconds = (value) => `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ms`;

/** Rows as comma-separated text. A text that a spreadsheet would compute, as a picture or a file's name may have one, has an apostrophe before it. */
export function csvText(rows) {
  const field = (value) => {
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

/** How much was uploaded at most, as the server says. */
export const limits = { largestUpload: 512 << 20 };

/** Lets the user choose files. */
export function choose({ folder = false, multiple = false, accept = "" }) {
  return new Promise((resolve) => {
    const input = make("input", { type: "file", multiple, accept, hidden: true });
    if (folder) input.webkitdirectory = true;
    input.addEventListener("change", () => { resolve([...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }))); input.remove(); });
    input.addEventListener("cancel", () => { resolve([]); input.remove(); });
    document.body.append(input);
    input.click();
  });
}

/** Files and folders that are dropped on an element. */
export function takesDrops(element, taken) {
  element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("over"); });
  element.addEventListener("dragleave", () => element.classList.remove("over"));
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    element.classList.remove("over");
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry());
    const files = [...event.dataTransfer.files];
    if (entries.some((entry) => entry && entry.isDirectory)) {
      const found = [];
      for (const entry of entries) if (entry) await walk(entry, "", found);
      taken(found);
    } else {
      taken(files.map((file) => ({ file, path: file.name })));
    }
  });
}

async function walk(entry, prefix, found) {
  if (entry.isFile) {
    found.push({ file: await new Promise((resolve, reject) => entry.file(resolve, reject)), path: prefix + entry.name });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!entries.length) return;
    for (const inner of entries) await walk(inner, `${prefix}${entry.name}/`, found);
  }
}

/** Uploads files into a new folder of the server's, several at once, and gives its name. */
export async function upload(files, progress) {
  const tooLarge = files.find(({ file }) => file.size > limits.largestUpload);
  if (tooLarge) throw new Error(`${tooLarge.path} is larger than ${limits.largestUpload >> 20} MB, the most that Studio takes`);
  const shown = files.filter(({ path }) => !path.split("/").some((part) => part.startsWith(".") || part === "__MACOSX"));
  if (!shown.length) throw new Error("There are no files in it.");
  const { id } = await ask("POST", "/api/uploads");
  progress.hidden = false;
  progress.value = 0;
  try {
    const waiting = [...shown];
    let done = 0;
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const unpack = shown.length === 1 && /\.zip$/i.test(next.path) ? "&unpack=1" : "";
        await ask("PUT", `/api/uploads/${id}?path=${encodeURIComponent(next.path)}${unpack}`, next.file);
        progress.value = ++done / shown.length;
      }
    };
    await Promise.all([worker(), worker(), worker()]);
  } catch (error) {
    ask("DELETE", `/api/uploads/${id}`).catch(() => {});
    throw error;
  } finally {
    progress.hidden = true;
  }
  return id;
}

/** A copy, made by the server, of a picture that the browser cannot show. */
export async function previewOf(file) {
  const response = await fetch("/api/preview", { method: "POST", body: file }).catch(() => null);
  if (!response || !response.ok) throw new Error("this picture cannot be shown");
  return response.blob();
}

/** Shows a picture that the browser cannot, by a copy that the server makes. */
export async function showPreview(image, file) {
  const copy = await previewOf(file).catch(() => null);
  if (!copy) return;
  const address = URL.createObjectURL(copy);
  image.src = address;
  await image.decode().catch(() => {});
  URL.revokeObjectURL(address);
}

/** A photo or clip that comes with the package, as if the user had chosen it. */
export async function sampleFile(path) {
  const response = await fetch(`/api/samples/file?path=${encodeURIComponent(path)}`).catch(() => null);
  if (!response || !response.ok) throw new Error(`The sample ${path} cannot be loaded.`);
  const body = await response.blob();
  return new File([body], path.split("/").pop(), { type: body.type });
}

/** Fills choices of models. The first entry of each is what its `data-none` says; models of other roles than its `data-roles` cannot be chosen. */
export async function fillModels(...selects) {
  if (!selects.length) return;
  const models = await ask("GET", "/api/models");
  for (const select of selects) {
    const chosen = select.value;
    const fits = (model) => !select.dataset.roles || select.dataset.roles.split(" ").includes(model.role);
    select.replaceChildren(make("option", { value: "" }, select.dataset.none), ...models.map((model) => make("option", { value: model.id, disabled: !fits(model) },
      fits(model) ? model.title : `${model.title} (${model.use})`)));
    if (models.some((model) => model.id === chosen && fits(model))) select.value = chosen;
  }
}
