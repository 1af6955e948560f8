import type { ReactNode } from "react";
import { Drawing } from "./Icon";

/** Line drawings on one ground; each has the arc of the logo in the accent colour. */
const DRAWINGS = {
  lost: (
    <>
      <path d="M22 82h76M60 82V64M44 46h24l8 9-8 9H44z" />
      <path className="drawing-accent" d="M30 50a30 30 0 0 1 30-30" />
      <path d="M60 20a30 30 0 0 1 30 30" strokeDasharray="1 7" />
    </>
  ),
  products: (
    <>
      <path d="M22 82h76M34 60h52v8H34zM42 68h36v8H42z" />
      <path d="M51 52c0-13 3-22 9-22s9 9 9 22" />
      <path className="drawing-accent" d="M36 52a24 24 0 0 1 48 0" />
    </>
  ),
  search: (
    <>
      <circle cx="54" cy="42" r="24" />
      <path d="M22 82h76M71 59l17 17" />
      <path className="drawing-accent" d="M40 44a14 14 0 0 1 28 0" />
    </>
  ),
  saved: (
    <>
      <path d="M22 82h76M47 74V38h26v36L60 63z" />
      <path className="drawing-accent" d="M34 48a26 26 0 0 1 52 0" />
    </>
  ),
  compare: (
    <>
      <path d="M22 82h76M34 82V44h22v38M64 82V44h22v38M41 54h8M41 63h8M71 54h8M71 63h8" />
      <path className="drawing-accent" d="M43 34a17 17 0 0 1 34 0" />
    </>
  ),
  notices: (
    <>
      <path d="M22 82h76M38 82V18h32l12 12v52M70 18v12h12M48 60h24M48 69h15" />
      <path className="drawing-accent" d="M48 50a12 12 0 0 1 24 0" />
    </>
  ),
  orders: (
    <>
      <path d="M36 78V16h48v62l-8-6-8 6-8-6-8 6-8-6zM46 54h28M46 62h17" />
      <path className="drawing-accent" d="M48 44a12 12 0 0 1 24 0" />
    </>
  ),
  deposits: (
    <>
      <path d="M22 82h76M30 60v22M90 60v22M30 66h17l4 7h18l4-7h17M60 26v28M51 46l9 9 9-9" />
      <path className="drawing-accent" d="M34 42a26 26 0 0 1 52 0" />
    </>
  ),
  wallet: (
    <>
      <path d="M22 82h76M32 40h56v42M32 40v42M88 54H72v14h16M78 61h.01" />
      <path className="drawing-accent" d="M40 40a20 20 0 0 1 40 0" />
    </>
  ),
  countries: (
    <>
      <path d="M22 82h76M88 46a28 28 0 0 1-56 0zM60 74c-8-7-12-16-12-28s4-21 12-28c8 7 12 16 12 28s-4 21-12 28z" />
      <path className="drawing-accent" d="M32 46a28 28 0 0 1 56 0" />
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
  illustration: keyof typeof DRAWINGS;
  title?: string | undefined;
  text?: string | undefined;
  /** What the visitor should know before following the first link. */
  wait?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Drawing className="drawing" viewBox="0 0 120 92" width="120" height="92" strokeWidth="2">
        {DRAWINGS[illustration]}
      </Drawing>
      {title ? <h2>{title}</h2> : null}
      {text ? <p>{text}</p> : null}
      {wait}
      {children ? <div className="actions">{children}</div> : null}
    </div>
  );
}
