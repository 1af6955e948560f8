import type { ReactNode } from "react";
import { useText } from "~/i18n/text";
import type { Picture } from "~server/pictures/picture";
import "~/styles/gallery.css";

/** People do not swipe through more pictures, so further ones are omitted. */
const PICTURES_MAX = 8;

export function picturesOf({ gallery, thumbnail }: { gallery: string[]; thumbnail?: string | undefined }): string[] {
  const all = gallery.length || thumbnail === undefined ? gallery : [thumbnail];
  return [...new Set(all)].slice(0, PICTURES_MAX);
}

/** Shows pictures by CSS alone: a finger swipes the strip, arrow keys move it, and a desktop has thumbnails. */
export function Gallery({ title, pictures, children }: { title: string; pictures: Picture[]; children?: ReactNode }) {
  const t = useText();
  const count = pictures.length;
  return (
    <div className={count ? "gallery" : "gallery gallery-empty"}>
      <div className="gallery-name">
        {children} <h1>{title}</h1>
      </div>
      {count ? (
        // The strip can be focused, so that the arrow keys can scroll it.
        <ul className="strip" {...(count > 1 ? { tabIndex: 0, "aria-label": t("Product.pictures") } : {})}>
          {pictures.map((picture, index) => (
            <li className="gallery-picture" id={`picture-${index + 1}`} key={picture.src}>
              <img
                {...picture}
                {...LATER_PICTURE}
                alt={count === 1 ? title : t("Product.picture", { title, number: index + 1, count })}
                width="600"
                height="400"
              />
            </li>
          ))}
        </ul>
      ) : null}
      {count > 1 ? (
        <ol className="gallery-links">
          {pictures.map((picture, index) => (
            <li key={picture.src}>
              <a href={`#picture-${index + 1}`}>
                <img
                  {...picture}
                  {...LATER_PICTURE}
                  alt={t("Product.pictureLink", { number: index + 1 })}
                  width="96"
                  height="64"
                />
              </a>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}

export const LATER_PICTURE = { loading: "lazy" } as const;
