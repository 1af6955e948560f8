import { ROWS } from "~/pages";
import { env } from "~server/env";

/** Pages about one visitor, and the steps of a flow; they are marked noindex as well. */
const DISALLOWED = [
  ...new Set(
    ROWS.filter(({ session, robots }) => session || robots === "disallow").map(({ path }) =>
      path.replace(/\/?[:.].*/, ""),
    ),
  ),
  "/*?*step=",
];

/** The paths that search engines should not index, and the address of the sitemap. */
export function loader() {
  const rules = DISALLOWED.map((path) => `Disallow: ${path}`);
  const text = ["User-agent: *", ...rules, "", `Sitemap: ${new URL("/sitemap.xml", env().PUBLIC_ORIGIN).href}`, ""];
  return new Response(text.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
