import { publicLoader } from "~server/loader/loader";
import { readThumbnail } from "~server/identity/photos/thumbnails";
import { PHOTO_SLOTS } from "~server/identity/photos/photos";
import { PRIVATE_HEADERS } from "~server/session/headers";

/** Returns the thumbnail of a photo that this visitor has sent; 404 for everybody else, and after it expires. */
export const loader = publicLoader(async ({ requestContext, params }) => {
  const session = await requestContext.session();
  const slot = PHOTO_SLOTS.find((name) => name === params.slot);
  const thumbnail = session && slot ? await readThumbnail(session, slot) : null;
  if (!thumbnail) return new Response(null, { status: 404, headers: PRIVATE_HEADERS });
  return new Response(new Uint8Array(thumbnail.jpeg), {
    headers: { ...PRIVATE_HEADERS, "Content-Type": "image/jpeg", "Cross-Origin-Resource-Policy": "same-origin" },
  });
});
