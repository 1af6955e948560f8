import type { AnchorHTMLAttributes } from "react";

/** A link that looks like a button: one leads on, quiet ones lead elsewhere. */
export function ButtonLink({ quiet, ...link }: AnchorHTMLAttributes<HTMLAnchorElement> & { quiet?: boolean }) {
  return <a className={quiet ? "button button-quiet" : "button"} {...link} />;
}
