import { ROWS } from "~server/pages";
import { env } from "~server/env";
import { NOTICE_PAGE_SIZE } from "~server/specification";
import { DEFAULT_LOCALE } from "~server/i18n/locale";
import { minerPath } from "~server/catalogue/listing";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { productList } from "~server/upstream/catalogue";
import { noticeList } from "~server/upstream/notices";
import { optionalRead } from "~server/loader/reads";
import { escapeXml } from "~server/markup/xml";

const SCREENS = ROWS.filter(({ sitemap }) => sitemap).map(({ path }) => path.replace(/\/:.*/, ""));

export async function loader() {
  const upstreamContext = { locale: DEFAULT_LOCALE };
  const page = { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE };
  const [power, miners, notices] = await Promise.all([
    optionalRead(productList(upstreamContext, { ...page, type: "power" })),
    optionalRead(productList(upstreamContext, { ...page, type: "miner" })),
    optionalRead(noticeList(upstreamContext, { page: 1, pageSize: NOTICE_PAGE_SIZE })),
  ]);
  const paths = [
    ...SCREENS,
    ...(power?.products ?? []).map(({ productId }) => `/PowerProductDetail/${encodeURIComponent(productId)}`),
    ...(miners?.products ?? []).map(({ productId }) => minerPath(productId)),
    ...(notices?.notices ?? []).map(({ id }) => `/NoticeDetail?id=${encodeURIComponent(id)}`),
  ];
  const urls = paths.map((path) => `<url><loc>${escapeXml(new URL(path, env().PUBLIC_ORIGIN).href)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
