import type { ReactNode } from "react";
import { Drawing } from "~/components/layout/Icon";

/** SVG paths: the lines, and the part in the accent colour, often the logo's arc. */
export type Illustration = readonly [lines: string, arc: string];

const DISC = "M22 82h76M60 18a28 28 0 0 1 0 56a28 28 0 0 1 0-56";

const DRAWINGS = {
  lost: ["M22 82h76M60 82V64M44 46h24l8 9-8 9H44z", "M30 50a30 30 0 0 1 30-30"],
  offline: [
    "M22 78h76M34 26h52v18H34zM34 50h52v18H34zM43 35h.01M43 59h.01M54 35h22M54 59h14",
    "M92 18l10 10M102 18L92 28",
  ],
  done: [DISC, "M48 47l9 9 17-18"],
  app: ["M22 82h76M42 76V16h36v60zM56 68h8", "M51 40l7 7 12-13"],
  waiting: [DISC, "M60 30v17l11 7"],
} as const satisfies Record<string, Illustration>;

export function EmptyState({
  illustration,
  title,
  text,
  wait,
  children,
}: {
  illustration: keyof typeof DRAWINGS | Illustration;
  title?: ReactNode;
  text?: ReactNode;
  /** A note to read before following the first link. */
  wait?: ReactNode;
  children?: ReactNode;
}) {
  const [lines, arc] = typeof illustration === "string" ? DRAWINGS[illustration] : illustration;
  return (
    <div className="empty stack">
      <Drawing className="drawing" viewBox="0 0 120 92" width="120" height="92" strokeWidth="2">
        <path d={lines} />
        <path className="drawing-accent" d={arc} />
      </Drawing>
      {title ? <h2>{title}</h2> : null}
      {text ? <p>{text}</p> : null}
      {wait}
      {children ? <div className="actions stack">{children}</div> : null}
    </div>
  );
}
