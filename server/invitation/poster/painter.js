/** The program of the process that paints posters. Node gets it as text, and the URLs of its imports as arguments. */

/** @type {{ default: typeof import("sharp").default }} */
const { default: sharp } = await import(process.argv[1] ?? "");
/** @type {typeof import("@storefront/image-proxy/decoder-child")} */
const { serve } = await import(process.argv[2] ?? "");

sharp.cache(false);
sharp.concurrency(1);

serve(async (/** @type {{ svg: Buffer }} */ { svg }) => ({
  png: await sharp(svg).png({ palette: true, effort: 1 }).toBuffer(),
}));
