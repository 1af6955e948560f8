import type { AnchorHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

/**
 * A row that leads somewhere, with an icon and a note if it has them. One without an address leads nowhere, and its
 * note says why.
 */
export function MenuItem({
  icon,
  note,
  href,
  end = href === undefined ? null : <Icon name="next" />,
  children,
  ...link
}: AnchorHTMLAttributes<HTMLAnchorElement> & {
  icon?: IconName;
  note?: ReactNode;
  /** What stands at its end: an arrow, where it leads somewhere. */
  end?: ReactNode;
}) {
  const content = (
    <>
      {icon ? <Icon name={icon} /> : null}
      <span className="entry-text">
        {children} {note ? <span className="entry-note">{note}</span> : null}
      </span>{" "}
      {end}
    </>
  );
  return href === undefined ? (
    <span className="entry">{content}</span>
  ) : (
    <a className="entry" href={href} {...link}>
      {content}
    </a>
  );
}
