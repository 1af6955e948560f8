import type { Handle } from "~/components/handle";
import { env } from "~server/env";

/** Pages about one visitor, and the steps of a flow; they are marked noindex as well. */
const PRIVATE = [
  ...[
    "/UserCenter",
    "/Assets",
    "/MyOrder",
    "/Recharge",
    "/DepositRecord",
    "/GoogleBind",
    "/InvitationCode",
    "/Security",
    "/Successpay",
  ],
  ...[
    "/RealNameSelect",
    "/CountrySelect",
    "/RealNameInfo",
    "/UploadImage",
    "/SuccessRealname",
    "/Language",
    "/*?*step=",
  ],
];

export const handle: Handle = { cached: { file: true } };

/** What search engines are asked to leave alone, and where the list of pages is. */
export function loader() {
  const rules = PRIVATE.map((path) => `Disallow: ${path}`);
  const text = ["User-agent: *", ...rules, "", `Sitemap: ${new URL("/sitemap.xml", env().PUBLIC_ORIGIN).href}`, ""];
  return new Response(text.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
