import type { AnchorHTMLAttributes } from "react";

type Link = AnchorHTMLAttributes<HTMLAnchorElement>;

/** A link that looks like a button. A space separates its text from the next link's. */
export function ButtonLink({ quiet, ...link }: Link & { quiet?: boolean }) {
  return (
    <>
      <a className={quiet ? "button button-quiet" : "button"} {...link} />{" "}
    </>
  );
}

export const QuietLink = (link: Link) => <ButtonLink quiet {...link} />;

export const TextLink = (link: Link) => <a className="link-button target" {...link} />;
