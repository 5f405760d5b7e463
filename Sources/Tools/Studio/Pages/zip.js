// Zip archives of files whose bytes stand in them as they are.

const table = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function checksum(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = table[(value ^ byte) & 255] ^ (value >>> 8);
  return ~value >>> 0;
}

/** Numbers of 2 and 4 bytes, each as `[size, value]`, one after the other. */
function numbers(...fields) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [size]) => sum + size, 0)));
  let place = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(place, value, true);
    else view.setUint32(place, value, true);
    place += size;
  }
  return new Uint8Array(view.buffer);
}

/** Day and time as file systems of MS-DOS have them, which begin with 1980. */
function stamp(date) {
  const year = Math.max(0, date.getFullYear() - 1980);
  return [[2, (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)], [2, (year << 9) | ((date.getMonth() + 1) << 5) | date.getDate()]];
}

/** An archive that grows by files. Two of the same name get different ones. */
export class Zip {
  constructor() {
    this.parts = [];
    this.entries = [];
    this.names = new Set();
    this.size = 0;
  }

  get count() { return this.entries.length / 2; }

  async add(name, blob) {
    const encoded = new TextEncoder().encode(this.free(name));
    const bytes = new Uint8Array(await blob.arrayBuffer());
    // Version 2.0, names in UTF-8, not compressed.
    const common = [[2, 20], [2, 0x800], [2, 0], ...stamp(new Date()), [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, encoded.length], [2, 0]];
    this.entries.push(numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, this.size]), encoded);
    const head = numbers([4, 0x04034b50], ...common);
    this.parts.push(head, encoded, blob);
    this.size += head.length + encoded.length + bytes.length;
  }

  /** The name, with a number before its suffix where there is a file of this name. */
  free(name) {
    const [, stem, suffix] = /^(.*?)(\.[^.]*)?$/s.exec(name);
    let own = name;
    for (let number = 2; this.names.has(own.toLowerCase()); number++) own = `${stem} ${number}${suffix || ""}`;
    this.names.add(own.toLowerCase());
    return own;
  }

  /** The archive's bytes. */
  get blob() {
    const size = this.entries.reduce((sum, part) => sum + part.length, 0);
    const { count } = this;
    return new Blob([...this.parts, ...this.entries, numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, this.size], [2, 0])], { type: "application/zip" });
  }
}
