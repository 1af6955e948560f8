import { ROWS, type Page } from "~server/pages";
import { env } from "~server/env";

/** Returns true for pages about one visitor and for steps of a flow, which are also marked noindex. */
const isDisallowed = ({ session, robots, file }: Page) => !file && (session || robots === "disallow");
const PATHS = ROWS.filter(isDisallowed).map(({ path }) => path.replace(/\/:.*/, ""));
const DISALLOWED = [...new Set(PATHS), "/*?*step="];

export function loader() {
  const rules = DISALLOWED.map((path) => `Disallow: ${path}`);
  const text = ["User-agent: *", ...rules, "", `Sitemap: ${new URL("/sitemap.xml", env().PUBLIC_ORIGIN).href}`, ""];
  return new Response(text.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
