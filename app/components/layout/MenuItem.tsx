import type { AnchorHTMLAttributes, ReactNode } from "react";
import { Icon, type IconName } from "./Icon";

/** An item of a menu. Without an address it is not a link, and its note explains why. */
export function MenuItem({
  icon,
  note,
  href,
  end = href === undefined ? null : <Icon name="next" />,
  children,
  ...link
}: AnchorHTMLAttributes<HTMLAnchorElement> & { icon?: IconName; note?: ReactNode; end?: ReactNode }) {
  const content = (
    <>
      {icon ? <Icon name={icon} /> : null}
      <span className="entry-text">
        {children} {note ? <span className="block soft small">{note}</span> : null}
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
