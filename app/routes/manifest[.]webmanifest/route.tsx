import type { LoaderFunctionArgs } from "@remix-run/node";
import { LANGUAGES, localeOf } from "~/i18n/locales";
import { getText } from "~server/texts/text";
import { palettes } from "~server/content/content";
import { pictureUrl } from "~server/pictures/picture";
import { shownSite } from "~server/content/site";

/** The site's own icons, used if none is configured. Android puts an icon that is not maskable on a white circle. */
const ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
];

/** Returns the web manifest. Shared caches may store it, so its address names the language. */
export async function loader({ request }: LoaderFunctionArgs) {
  const lang = new URL(request.url).searchParams.get("lang");
  const locale = localeOf(lang);
  const config = await shownSite({ locale });
  const t = getText(locale);
  const name = config?.title ?? t("common.siteTitle");
  const { paper } = palettes().light;
  const launcher = pictureUrl("icon", config?.appLauncher, 512);
  const manifest = {
    name,
    short_name: name,
    lang: LANGUAGES[locale].html,
    start_url: "/Index/Home",
    scope: "/",
    display: "minimal-ui",
    background_color: paper,
    theme_color: paper,
    shortcuts: [
      { name: t("common.power"), url: "/Index/Power" },
      { name: t("MyOrder.title"), url: "/MyOrder" },
      { name: t("Assets.title"), url: "/Assets" },
      { name: t("LeavingMessage.title"), url: "/LeavingMessage" },
    ],
    // This fills in the question of a form and sends nothing.
    share_target: { action: "/LeavingMessage", method: "GET", params: { title: "title", text: "text", url: "url" } },
    icons: launcher ? [{ src: launcher, sizes: "any" }, ...ICONS.slice(0, 2)] : ICONS,
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=3600" },
  });
}
