/**
 * The program of the child process that resizes images (`resize.ts`). Node gets it as text, and the URLs of its imports
 * as arguments. Untrusted bytes are decoded only here, without the parent's memory, secrets or cookies.
 */

/** @type {{ default: typeof import("sharp").default }} */
const { default: sharp } = await import(process.argv[1] ?? "");
/** @type {typeof import("./decoder-child.js")} */
const { serve } = await import(process.argv[2] ?? "");

sharp.cache(false);
sharp.concurrency(1);
// Rendering pages has priority.
(await import("node:os")).setPriority(10);

const FORMATS = new Set(["jpeg", "png", "gif", "webp", "heif", "svg"]);
/** SVG lengths are in points. */
const POINTS_PER_INCH = 72;
const DENSITY_MAX = 100_000;
/** The maximum edge of a WebP. */
const EDGE_MAX = 16_383;

serve(resize);

/**
 * @param {import("./resize").ResizeRequest} request
 * @param {(limits: import("./decoder-child.js").Limits) => void} limit
 * @returns {Promise<import("./resize").ResizeResult>}
 */
async function resize(request, limit) {
  const { box, format, maxPixels, wholeMaxPixels, maxMemoryBytes: memoryBytes } = request;
  limit({ memoryBytes, cpuMs: request.maxCpuMs });
  const { bytes, raw } = fromIcon(request.bytes);
  // Only an SVG begins like this. Even measuring it may take forever.
  if (/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString("latin1", 0, 100)))
    limit({ memoryBytes, cpuMs: request.svgMaxCpuMs });
  const head = await sharp(bytes, { raw, limitInputPixels: false }).metadata();
  if (!raw && !FORMATS.has(head.format)) return { fault: "type" };
  const isSvg = head.format === "svg";
  // An SVG is rendered at the requested size.
  const scale = isSvg ? scaleOf(head, box) : 1;
  const pixels = head.width * scale * head.height * scale;
  // A JPEG is decoded line by line, at half or a quarter of its size; others need memory for every pixel.
  if (!(pixels <= (head.format === "jpeg" && !head.isProgressive ? maxPixels : wholeMaxPixels))) {
    return { fault: "pixels" };
  }
  const density = Math.min(DENSITY_MAX, Math.max(1, POINTS_PER_INCH * scale));
  const options = isSvg ? { density } : { sequentialRead: true };
  const small = await sharp(bytes, { ...options, raw, limitInputPixels: maxPixels, failOn: "error" })
    .autoOrient()
    .resize({ ...sizeOf(upright(head), scale, box), withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = small.info;
  const image = sharp(small.data, { raw: { width, height, channels } });
  if (format === "avif") return encoded(image.avif({ quality: 50, effort: 2 }), "avif");
  if (format === "webp") return encoded(image.webp({ quality: 75, effort: 4, smartSubsample: false }), "webp");
  const isOpaque =
    channels % 2 === 1 || (await sharp(small.data, { raw: { width, height, channels } }).stats()).isOpaque;
  if (format === "png" || !isOpaque) return encoded(image.png({ compressionLevel: 9 }), "png");
  return encoded(image.flatten().jpeg({ quality: 75, mozjpeg: true }), "jpeg");
}

const ICON = Buffer.from([0, 0, 1, 0]);
const PNG = Buffer.from("89504e47", "hex");
const ICON_ENTRY_BYTES = 16;
const BITMAP_HEAD_BYTES = 40;

/**
 * Returns the largest image of an icon file (ICO), which libvips cannot read: a PNG, or 32-bit pixels with the lowest
 * line first. Other files are returned unchanged.
 *
 * @param {Buffer} file
 * @returns {{ bytes: Buffer, raw?: import("sharp").CreateRaw }}
 * @throws {RangeError} for another kind of icon
 */
function fromIcon(file) {
  if (!file.subarray(0, ICON.length).equals(ICON)) return { bytes: file };
  const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => 6 + index * ICON_ENTRY_BYTES);
  // An icon file stores a width of 256 as 0.
  const widthOf = (/** @type {number} */ at) => file.readUInt8(at) || 256;
  const [largest] = entries.sort((one, other) => widthOf(other) - widthOf(one));
  if (largest === undefined) throw new RangeError("It has no image.");
  const from = file.readUInt32LE(largest + 12);
  const image = file.subarray(from, from + file.readUInt32LE(largest + 8));
  if (image.subarray(0, PNG.length).equals(PNG)) return { bytes: image };
  const [start, width, height] = [image.readUInt32LE(0), image.readInt32LE(4), image.readInt32LE(8) / 2];
  const isPlain = start === BITMAP_HEAD_BYTES && image.readUInt16LE(14) === 32 && image.readUInt32LE(16) === 0;
  if (!isPlain || !(width > 0 && width <= 256) || !(height > 0 && height <= 256)) throw new RangeError("Another kind.");
  const bytes = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = image.readUInt32LE(start + ((height - 1 - y) * width + x) * 4);
      // Converts BGRA to RGBA.
      bytes.writeUInt32LE(
        ((colour & 0xff00ff00) | ((colour & 0xff) << 16) | ((colour >> 16) & 0xff)) >>> 0,
        (y * width + x) * 4,
      );
    }
  }
  return { bytes, raw: { width, height, channels: 4 } };
}

/**
 * @param {import("sharp").Sharp} image
 * @param {import("./resize").Format} format
 */
async function encoded(image, format) {
  return { bytes: await image.toBuffer(), format };
}

/**
 * Returns the scale at which an SVG fills the box.
 *
 * @param {{ width: number, height: number }} head
 * @param {import("./options").Box} box
 */
function scaleOf(head, box) {
  const ratios = [box.width / head.width, box.height / head.height];
  return box.fit === "cover" ? Math.max(...ratios) : Math.min(...ratios);
}

/** @param {import("sharp").Metadata} head EXIF may say that the image is turned on its side */
function upright({ width, height, orientation = 1 }) {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/**
 * Returns the size of the box, or of the part of it that the image fills without being enlarged.
 *
 * @param {{ width: number, height: number }} seen
 * @param {number} scale
 * @param {import("./options").Box} box
 */
function sizeOf(seen, scale, { width, height, fit }) {
  const share = Math.min(1, (seen.width * scale) / width, (seen.height * scale) / height);
  if (fit === "inside") return { fit, width: Math.min(width, EDGE_MAX), height: Math.min(height, EDGE_MAX) };
  return { fit, width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}
