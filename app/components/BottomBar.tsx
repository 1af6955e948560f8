import type { ReactNode } from "react";

/**
 * The amount and the button of a step, fixed to the foot of the screen within reach of a thumb. On a low screen, or
 * with large text, it is a row of the page. Its `Screen` sets `acts`.
 */
export function BottomBar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="low-bar act">
      {note ? <div className="act-note">{note}</div> : null}
      <div className="act-button">{children}</div>
    </div>
  );
}
