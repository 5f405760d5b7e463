// Draws findings over a picture. Places are normalised, with their origin at the lower left.

const colors = ["#0d80d9", "#d96608", "#26a04a", "#cc2659", "#8052d9", "#a87c00"];
const maps = new Map();

/** The findings, over a canvas of the picture's own size. One of them may be pointed at: it stands out, and has its title wherever that is. */
export function draw(canvas, findings, width, height, pointed = null) {
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  const unit = Math.max(width, height) / 640;
  const placed = [];
  const boxes = findings.map(({ box }) => box && { x: box[0] * width, y: (1 - box[1] - box[3]) * height, w: box[2] * width, h: box[3] * height });
  let line = 0;
  findings.forEach((finding, index) => {
    const color = colors[index % colors.length];
    context.strokeStyle = color;
    context.fillStyle = color;
    const weight = finding === pointed ? 2 : 1;
    context.globalAlpha = pointed && finding !== pointed ? 0.35 : 1;
    context.lineWidth = 2.5 * weight * unit;
    context.lineJoin = "round";
    if (finding.map) drawMap(context, finding.map, width, height, canvas);
    const place = ([x, y]) => [x * width, (1 - y) * height];
    if (finding.tilt !== undefined) {
      const rise = (Math.tan(finding.tilt) / 2) * width / height;
      strokePath(context, [[0, 0.5 - rise], [1, 0.5 + rise]].map(place), false);
    } else if (finding.dots) {
      for (const part of finding.lines || []) strokePath(context, part.map(place), false);
      for (const dot of finding.dots.map(place)) { context.beginPath(); context.arc(dot[0], dot[1], 3.5 * unit, 0, 7); context.fill(); }
    } else if (finding.outlines) {
      context.lineWidth = (finding.title ? 2.5 : 1.3) * weight * unit;
      for (const outline of finding.outlines) strokePath(context, outline.map(place), true);
    } else if (finding.lines) {
      for (const part of finding.lines) strokePath(context, part.map(place), false);
    } else if (finding.box) {
      const [x, y, w, h] = finding.box;
      context.strokeRect(x * width, (1 - y - h) * height, w * width, h * height);
    }
    if (finding.title && !finding.box) label(context, finding.title, line++, unit);
  });
  context.globalAlpha = 1;
  // Titles come last, so that no line crosses them.
  findings.forEach((finding, index) => {
    if (!finding.title || !finding.box || (pointed && finding !== pointed)) return;
    title(context, finding.title, boxes[index], unit, colors[index % colors.length], width, height, placed, boxes, finding === pointed);
  });
}

/** The finding at a place in the picture: the smallest whose box has it. */
export function findingAt(findings, x, y) {
  const around = findings.filter(({ box }) => box && x >= box[0] && x <= box[0] + box[2] && y >= box[1] && y <= box[1] + box[3]);
  return around.sort((a, b) => a.box[2] * a.box[3] - b.box[2] * b.box[3])[0] || null;
}

function strokePath(context, points, closed) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
  if (closed) context.closePath();
  context.stroke();
}

function drawMap(context, source, width, height, canvas) {
  let image = maps.get(source);
  if (!image) {
    if (maps.size > 20) maps.clear();
    image = keepMap(source);
    image.decode().then(() => canvas.dispatchEvent(new Event("redraw"))).catch(() => {});
  }
  if (image.complete) context.drawImage(image, 0, 0, width, height);
}

function keepMap(source) {
  const image = new Image();
  image.src = source;
  maps.set(source, image);
  return image;
}

/** Makes the maps of findings ready, so that the next drawing has them. */
export async function loadMaps(findings) {
  if (maps.size > 20) maps.clear();
  const sources = new Set(findings.map((finding) => finding.map).filter(Boolean));
  await Promise.all([...sources].map((source) => (maps.get(source) || keepMap(source)).decode().catch(() => {})));
}

/**
 * A title beside a box: above it, below, to its right or left, or on its upper edge where it is large. No title lies on another, nor on what is
 * small, such as a line of text; a title without such a place is left out, unless it `must` be there.
 */
function title(context, text, box, unit, color, width, height, placed, boxes, must) {
  const size = 14 * unit;
  context.font = `${size}px system-ui, sans-serif`;
  const [w, h] = [context.measureText(text).width + 8 * unit, size * 1.4];
  const isSmall = (other) => other && (other.h < 3 * h || other.w < 3 * h);
  const overlaps = (one, other) => one.x < other.x + other.w && other.x < one.x + w && one.y < other.y + other.h && other.y < one.y + h;
  const places = [[box.x, box.y - h], [box.x, box.y + box.h], [box.x + box.w, box.y], [box.x - w, box.y]];
  if (!isSmall(box)) for (let line = 0; line < 30; line++) places.push([box.x, box.y + line * h]);
  const spots = places.map(([x, y]) => ({ x: Math.max(0, Math.min(x, width - w)), y: Math.max(0, Math.min(y, height - h)), w, h }));
  const isFree = (spot) => !placed.some((other) => overlaps(spot, other)) && !boxes.some((other) => isSmall(other) && overlaps(spot, other));
  const spot = spots.find(isFree) || (must && spots[0]);
  if (!spot) return;
  placed.push(spot);
  context.fillStyle = color;
  context.fillRect(spot.x, spot.y, w, h);
  context.fillStyle = "#fff";
  context.fillText(text, spot.x + 4 * unit, spot.y + size * 1.05);
}

/** A label of the whole picture, from its upper left corner down. */
function label(context, text, line, unit) {
  const size = 16 * unit;
  context.font = `${size}px system-ui, sans-serif`;
  const y = (8 + line * 26) * unit;
  context.fillStyle = "rgba(0, 0, 0, 0.65)";
  context.fillRect(8 * unit, y, context.measureText(text).width + 12 * unit, 23 * unit);
  context.fillStyle = "#fff";
  context.fillText(text, 14 * unit, y + 17 * unit);
}
