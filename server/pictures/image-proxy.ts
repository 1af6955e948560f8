import { join } from "node:path";
import { createImageProxy } from "@storefront/image-proxy/image-proxy";
import { keysOf } from "~server/crypto/keys";
import { env } from "~server/env";
import { absoluteUrl, isPictureSource, namedOrigins, pictureBase } from "~server/upstream/links";
import { SLOTS } from "./slots";

export const PICTURES = "/pictures/";

export const imageProxy = createImageProxy({
  prefix: PICTURES,
  presets: Object.values(SLOTS),
  keys: () => keysOf("picture"),
  baseUrl: pictureBase,
  allowedSource,
  trustedOrigins: namedOrigins,
  folder: () => join(env().DATA_DIR, "pictures"),
});

function allowedSource(address: string): URL | undefined {
  if (!env().IMAGE_PROXY) return undefined;
  const url = absoluteUrl(address);
  return url && isPictureSource(url) ? url : undefined;
}
