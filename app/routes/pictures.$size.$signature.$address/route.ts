import type { LoaderFunctionArgs } from "@remix-run/node";
import { pictureAnswer } from "~server/pictures/answer";

/**
 * A picture of the platform, made small (behaviour 3.36). Our own server answers before Remix is asked; this is for
 * `npm run dev`, and for other servers of the build.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const accept = request.headers.get("accept") ?? undefined;
  const known = request.headers.get("if-none-match") ?? undefined;
  const { pathname } = new URL(request.url);
  const { status, headers, body } = await pictureAnswer(pathname, { accept, "if-none-match": known });
  return new Response(body ? new Uint8Array(body) : null, { status, headers });
}
