/**
 * The program of the process that makes pictures of pages small (see `resizing.ts`): it is handed to Node as text, so
 * it imports nothing but what it is told to. Bytes of strangers are decoded here and nowhere else: without the
 * storefront's memory, secrets or cookies, and a crash or a bomb ends this process alone.
 */

/** @type {{ default: typeof import("sharp").default }} */
const { default: sharp } = await import(process.argv[1] ?? "sharp");

sharp.cache(false);
sharp.concurrency(1);
// Pages come first.
(await import("node:os")).setPriority(10);

const FORMATS = new Set(["jpeg", "png", "gif", "webp", "heif", "svg"]);
/** In which a drawing is measured. */
const POINTS_PER_INCH = 72;
const DENSITY_MAX = 100_000;
/** Of an edge that WebP can have. */
const EDGE_MAX = 16_383;
const MEMORY_LOOK_MS = 50;

/**
 * @param {import("./resizing-order").Order} order
 * @returns {Promise<import("./resizing-order").Resized>}
 */
async function resize({ bytes: sent, box, as, maxPixels, wholeMaxPixels }) {
  const { bytes, raw } = fromIcon(sent);
  const head = await sharp(bytes, { raw, limitInputPixels: false }).metadata();
  if (!raw && !FORMATS.has(head.format)) return { fault: "type" };
  const isDrawing = head.format === "svg";
  // A drawing has no pixels of its own: it is drawn in the size in which it is shown.
  const scale = isDrawing ? scaleOf(head, box) : 1;
  const pixels = head.width * scale * head.height * scale;
  // A JPEG is decoded line by line, at half or a quarter of its size; others need more memory for every pixel.
  if (!(pixels <= (head.format === "jpeg" && !head.isProgressive ? maxPixels : wholeMaxPixels))) {
    return { fault: "pixels" };
  }
  const density = Math.min(DENSITY_MAX, Math.max(1, POINTS_PER_INCH * scale));
  const options = isDrawing ? { density } : { sequentialRead: true };
  const small = await sharp(bytes, { ...options, raw, limitInputPixels: maxPixels, failOn: "error" })
    .autoOrient()
    .resize({ ...sizeOf(upright(head), scale, box), withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const picture = sharp(small.data, { raw: { width, height, channels } });
  if (as === "avif") return encoded(picture.avif({ quality: 50, effort: 2 }), "avif");
  if (as === "webp") return encoded(picture.webp({ quality: 75, effort: 4, smartSubsample: false }), "webp");
  const isOpaque =
    channels % 2 === 1 || (await sharp(small.data, { raw: { width, height, channels } }).stats()).isOpaque;
  if (as === "png" || !isOpaque) return encoded(picture.png({ compressionLevel: 9 }), "png");
  return encoded(picture.flatten().jpeg({ quality: 75, mozjpeg: true }), "jpeg");
}

const ICON = Buffer.from([0, 0, 1, 0]);
const PNG = Buffer.from("89504e47", "hex");
const ICON_ENTRY_BYTES = 16;
const BITMAP_HEAD_BYTES = 40;

/**
 * The largest picture of an icon file (ICO), which libvips does not read: a PNG, or pixels of 32 bits, the lowest line
 * first. Any other file is given back as it is.
 *
 * @param {Buffer} file
 * @returns {{ bytes: Buffer, raw?: import("sharp").CreateRaw }}
 * @throws {RangeError} for an icon of another kind, or a broken one
 */
function fromIcon(file) {
  if (!file.subarray(0, ICON.length).equals(ICON)) return { bytes: file };
  const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => 6 + index * ICON_ENTRY_BYTES);
  // A width of 256 is written as 0.
  const widthOf = (/** @type {number} */ at) => file.readUInt8(at) || 256;
  const [largest] = entries.sort((one, other) => widthOf(other) - widthOf(one));
  if (largest === undefined) throw new RangeError("It has no picture.");
  const from = file.readUInt32LE(largest + 12);
  const picture = file.subarray(from, from + file.readUInt32LE(largest + 8));
  if (picture.subarray(0, PNG.length).equals(PNG)) return { bytes: picture };
  const [start, width, height] = [picture.readUInt32LE(0), picture.readInt32LE(4), picture.readInt32LE(8) / 2];
  const isPlain = start === BITMAP_HEAD_BYTES && picture.readUInt16LE(14) === 32 && picture.readUInt32LE(16) === 0;
  if (!isPlain || !(width > 0 && width <= 256) || !(height > 0 && height <= 256)) throw new RangeError("Another kind.");
  const bytes = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = picture.readUInt32LE(start + ((height - 1 - y) * width + x) * 4);
      // Blue comes first there, red here; what can be seen through comes last in both.
      bytes.writeUInt32LE(
        ((colour & 0xff00ff00) | ((colour & 0xff) << 16) | ((colour >> 16) & 0xff)) >>> 0,
        (y * width + x) * 4,
      );
    }
  }
  return { bytes, raw: { width, height, channels: 4 } };
}

/**
 * @param {import("sharp").Sharp} picture
 * @param {import("./resizing-order").Encoding} encoding
 */
async function encoded(picture, encoding) {
  return { bytes: await picture.toBuffer(), encoding };
}

/**
 * How many times as large as it says a drawing fills its box.
 *
 * @param {{ width: number, height: number }} head
 * @param {import("./slots").Box} box
 */
function scaleOf(head, box) {
  const ratios = [box.width / head.width, box.height / head.height];
  return box.fit === "cover" ? Math.max(...ratios) : Math.min(...ratios);
}

/**
 * Width and height as they are seen: EXIF may say that the picture lies on its side.
 *
 * @param {import("sharp").Metadata} head
 */
function upright({ width, height, orientation = 1 }) {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/**
 * The box, or as much of it as the picture fills without being enlarged: a small picture that is cut keeps the shape of
 * its box.
 *
 * @param {{ width: number, height: number }} seen
 * @param {number} scale
 * @param {import("./slots").Box} box
 */
function sizeOf(seen, scale, { width, height, fit }) {
  const share = Math.min(1, (seen.width * scale) / width, (seen.height * scale) / height);
  if (fit === "inside") return { fit, width: Math.min(width, EDGE_MAX), height: Math.min(height, EDGE_MAX) };
  return { fit, width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

let maxMemoryBytes = Infinity;
// While a picture is decoded this thread has nothing to do: it sees what the others need.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1);
}, MEMORY_LOOK_MS).unref();

process.on("message", (/** @type {import("./resizing-order").Order} */ order) => {
  maxMemoryBytes = order.maxMemoryBytes;
  // Why a picture cannot be decoded stays here: the decoder's words may repeat what is in it.
  void resize(order)
    .catch(() => ({ fault: /** @type {const} */ ("type") }))
    .then((resized) => process.send?.(resized));
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
