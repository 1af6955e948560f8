import type { AnchorHTMLAttributes } from "react";

/**
 * A link that looks like a button; `quiet` is for links that are not the main way on. A blank keeps its words apart
 * from those of the next one (behaviour 10.40).
 */
export function ButtonLink({ quiet, ...link }: AnchorHTMLAttributes<HTMLAnchorElement> & { quiet?: boolean }) {
  return (
    <>
      <a className={quiet ? "button button-quiet" : "button"} {...link} />{" "}
    </>
  );
}
