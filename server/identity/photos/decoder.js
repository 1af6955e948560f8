/**
 * The program of the process that decodes photos. Only this process reads untrusted bytes; it has none of the
 * storefront's secrets, and a crash or a decompression bomb ends it alone. Node gets the URLs of its imports as
 * arguments.
 */

/** @type {{ default: typeof import("sharp").default }} */
const { default: sharp } = await import(process.argv[1] ?? "");
/** @type {typeof import("@storefront/image-proxy/decoder-child")} */
const { serve } = await import(process.argv[2] ?? "");
/** @type {typeof import("./structure.js")} */
const { isPhoto } = await import(process.argv[3] ?? "");

// No picture comes twice, so a cache would only cost memory.
sharp.cache(false);
sharp.concurrency(1);

serve(convert);

/**
 * @param {import("./intake").Order} order
 * @param {(limits: import("@storefront/image-proxy/decoder-child").Limits) => void} limit
 * @returns {Promise<import("./intake").Decoded>}
 */
async function convert({ bytes, limits, maxPixels, wholeMaxPixels, maxBytes, edges, qualities, thumbnail }, limit) {
  limit(limits);
  if (!isPhoto(bytes)) return { fault: "type" };
  const { width, height, format, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata();
  // A JPEG is decoded line by line, at half or a quarter of its size; others need memory for every pixel.
  if (width * height > (format === "jpeg" && !isProgressive ? maxPixels : wholeMaxPixels)) return { fault: "pixels" };
  // Decoded once, because encoding may take several tries until it fits.
  const { data, info } = await resized(
    sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: "error" })
      .autoOrient()
      .flatten({ background: "#fff" }),
    Math.max(...edges),
  )
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { raw: { width: info.width, height: info.height, channels: info.channels } };
  const jpeg = await smallest(data, pixels, edges, qualities, maxBytes);
  const preview = await smallest(data, pixels, thumbnail.edges, thumbnail.qualities, thumbnail.maxBytes);
  return { jpeg, thumbnail: preview, luminance: await luminanceOf(preview), shorterSidePx: Math.min(width, height) };
}

/**
 * @param {import("sharp").Sharp} picture
 * @param {number} edge
 */
function resized(picture, edge) {
  return picture.resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true }).toColourspace("srgb");
}

/**
 * The largest and best JPEG that fits, without metadata or alpha.
 *
 * @type {(pixels: Buffer, options: import("sharp").SharpOptions, edges: readonly number[], qualities: readonly
 *   number[], maxBytes: number) => Promise<Buffer>}
 */
async function smallest(pixels, options, edges, qualities, maxBytes) {
  for (const edge of edges) {
    for (const quality of qualities) {
      const jpeg = await resized(sharp(pixels, options), edge).jpeg({ quality }).toBuffer();
      if (jpeg.length <= maxBytes) return jpeg;
    }
  }
  throw new RangeError("It does not become small enough.");
}

/** @param {Buffer} picture */
async function luminanceOf(picture) {
  const { channels } = await sharp(picture).stats();
  const [red = 0, green = red, blue = red] = channels.map(({ mean }) => mean);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
