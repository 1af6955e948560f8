import type { AnchorHTMLAttributes } from "react";

/**
 * A link that looks like a button; `quiet` is for secondary links. A space separates its words from the next link's.
 */
export function ButtonLink({ quiet, ...link }: AnchorHTMLAttributes<HTMLAnchorElement> & { quiet?: boolean }) {
  return (
    <>
      <a className={quiet ? "button button-quiet" : "button"} {...link} />{" "}
    </>
  );
}
