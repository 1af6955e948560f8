import type { AnchorHTMLAttributes } from "react";
import { ButtonLink } from "./ButtonLink";

type Link = AnchorHTMLAttributes<HTMLAnchorElement>;

/** A link in plain words, with the touch area of a button. */
export const TextLink = (link: Link) => <a className="link-button" {...link} />;

/** The button of a secondary link. */
export const QuietLink = (link: Link) => <ButtonLink quiet {...link} />;
