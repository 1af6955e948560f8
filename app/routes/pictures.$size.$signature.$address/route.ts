import type { LoaderFunctionArgs } from "@remix-run/node";
import { imageProxy } from "~server/pictures/image-proxy";

/** Returns a resized picture of the upstream for `npm run dev` and other servers; ours responds before Remix. */
export async function loader({ request }: LoaderFunctionArgs) {
  const accept = request.headers.get("accept") ?? undefined;
  const known = request.headers.get("if-none-match") ?? undefined;
  const { pathname, search } = new URL(request.url);
  const { status, headers, body } = await imageProxy.respond(pathname + search, { accept, "if-none-match": known });
  return new Response(body ? new Uint8Array(body) : null, { status, headers });
}
