import { LATER_PICTURE } from "~/components/product/Gallery";
import { useText } from "~/i18n/text";
import type { Picture } from "~server/pictures/picture";
import { Pause } from "./Ticker";

/** Nobody needs more, and each banner is an element of the page. The style counts up to 63. */
export const MOST_BANNERS = 50;

export function Banners({ banners }: { banners: { picture: Picture; title?: string; url?: string }[] }) {
  const t = useText();
  if (!banners.length) return null;
  return (
    <section className="section pair row between wrap banners" aria-labelledby="banners">
      <h2 id="banners">{t("Home.banners")}</h2>
      {banners.length > 1 ? <Pause label={t("Home.pauseBanners")} /> : null}
      <ul
        className={`strip banner-strip sixteens-${banners.length >> 4} fours-${(banners.length >> 2) & 3} ones-${banners.length & 3}`}
      >
        {banners.map((banner, index) => {
          // The name of a link that has no text.
          const alt = banner.url && !banner.title ? t("Home.banners") : "";
          const number = index + 1;
          const picture = (
            <>
              <img {...banner.picture} {...LATER_PICTURE} alt={alt} width="750" height="320" />
              {banner.title ? <span className="banner-title">{banner.title}</span> : null}
            </>
          );
          return (
            <li
              className={`banner sixteens-${number >> 4} fours-${(number >> 2) & 3} ones-${number & 3}`}
              key={`${banner.picture.src}${index}`}
            >
              <span className="banner-snap" />
              {banner.url ? <a href={banner.url}>{picture}</a> : picture}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
