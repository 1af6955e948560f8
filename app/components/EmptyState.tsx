import type { ReactNode } from "react";
import { Drawing } from "./Icon";

/** The path of a line drawing, and of the arc of the logo, which is in the accent colour. */
export type Illustration = readonly [lines: string, arc: string];

const DRAWINGS = {
  lost: (
    <>
      <path d="M22 82h76M60 82V64M44 46h24l8 9-8 9H44z" />
      <path className="drawing-accent" d="M30 50a30 30 0 0 1 30-30" />
      <path d="M60 20a30 30 0 0 1 30 30" strokeDasharray="1 7" />
    </>
  ),
  offline: (
    <>
      <path d="M22 78h76" />
      <rect x="34" y="26" width="52" height="18" rx="3" />
      <rect x="34" y="50" width="52" height="18" rx="3" />
      <path d="M43 35h.01M43 59h.01M54 35h22M54 59h14" />
      <path d="M92 18l10 10M102 18L92 28" />
    </>
  ),
  done: (
    <>
      <circle cx="60" cy="46" r="28" />
      <path className="drawing-accent" d="M48 47l9 9 17-18" />
      <path d="M22 82h76" />
    </>
  ),
  app: (
    <>
      <path d="M22 82h76M42 76V16h36v60zM56 68h8" />
      <path className="drawing-accent" d="M51 40l7 7 12-13" />
    </>
  ),
  waiting: (
    <>
      <circle cx="60" cy="46" r="28" />
      <path className="drawing-accent" d="M60 30v17l11 7" />
      <path d="M22 82h76" />
    </>
  ),
} as const;

/** An empty list, a call that failed, or an outcome: a drawing, a sentence or two, and links. */
export function EmptyState({
  illustration,
  title,
  text,
  wait,
  children,
}: {
  illustration: keyof typeof DRAWINGS | Illustration;
  title?: string | undefined;
  text?: string | undefined;
  /** What the visitor should know before following the first link. */
  wait?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Drawing className="drawing" viewBox="0 0 120 92" width="120" height="92" strokeWidth="2">
        {typeof illustration === "string" ? (
          DRAWINGS[illustration]
        ) : (
          <>
            <path d={illustration[0]} />
            <path className="drawing-accent" d={illustration[1]} />
          </>
        )}
      </Drawing>
      {title ? <h2>{title}</h2> : null}
      {text ? <p>{text}</p> : null}
      {wait}
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}
