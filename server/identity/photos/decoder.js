/**
 * The program of the process that decodes photos (see `intake.ts`): Node gets it as text, so it imports nothing but
 * the modules it is given. Untrusted bytes are decoded here and nowhere else: without the storefront's memory, secrets
 * or cookies, and a crash or a decompression bomb ends this process alone.
 */

/** @type {{ default: typeof import("sharp").default }} */
const { default: sharp } = await import(process.argv[1] ?? "sharp");

// Pictures come seldom and are never the same: a cache would only cost memory.
sharp.cache(false);
sharp.concurrency(1);

/**
 * @param {import("./intake").Order} order
 * @returns {Promise<import("./intake").Decoded>}
 */
async function convert({ bytes, maxPixels, wholeMaxPixels, maxBytes, edges, qualities, thumbnail }) {
  const { width, height, format, isProgressive } = await sharp(bytes, { limitInputPixels: false }).metadata();
  // A JPEG is decoded line by line, at half or a quarter of its size; others need more memory for every pixel.
  if (width * height > (format === "jpeg" && !isProgressive ? maxPixels : wholeMaxPixels)) return { fault: "pixels" };
  const jpeg = await smallest(() => open(bytes), edges, qualities, maxBytes);
  const preview = await smallest(() => sharp(jpeg), thumbnail.edges, thumbnail.qualities, thumbnail.maxBytes);
  return { jpeg, thumbnail: preview, luminance: await luminanceOf(preview), shorterSidePx: Math.min(width, height) };

  /** @param {Buffer} file */
  function open(file) {
    return sharp(file, { limitInputPixels: maxPixels, sequentialRead: true, failOn: "error" })
      .autoOrient()
      .flatten({ background: "#fff" });
  }
}

/**
 * The largest and best JPEG that fits: no metadata, no alpha.
 *
 * @param {() => import("sharp").Sharp} picture
 * @param {readonly number[]} edges
 * @param {readonly number[]} qualities
 * @param {number} maxBytes
 * @returns {Promise<Buffer>}
 */
async function smallest(picture, edges, qualities, maxBytes) {
  for (const edge of edges) {
    for (const quality of qualities) {
      const size = { width: edge, height: edge, fit: /** @type {const} */ ("inside"), withoutEnlargement: true };
      const jpeg = await picture().resize(size).toColourspace("srgb").jpeg({ quality }).toBuffer();
      if (jpeg.length <= maxBytes) return jpeg;
    }
  }
  throw new RangeError("It does not become small enough.");
}

/**
 * The mean luminance of a picture by Rec. 709, from 0 to 255.
 *
 * @param {Buffer} picture
 * @returns {Promise<number>}
 */
async function luminanceOf(picture) {
  const { channels } = await sharp(picture).stats();
  const [red = 0, green = red, blue = red] = channels.map(({ mean }) => mean);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

process.on("message", (/** @type {import("./intake").Order} */ order) => {
  // The reason why a file cannot be decoded stays here: the decoder's message may repeat its content.
  void convert(order)
    .catch(() => ({ fault: /** @type {const} */ ("type") }))
    .then((decoded) => process.send?.(decoded));
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
