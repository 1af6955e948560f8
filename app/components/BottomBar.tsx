import type { ReactNode } from "react";

/**
 * What a step leads to, within reach of a thumb: an amount and the button beside it, fixed to the foot of the screen
 * (behaviour 2.52). On a low screen, or with large text, it is a row of the page. Its screen says `acts`.
 */
export function BottomBar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="low-bar act">
      {note ? <div className="act-note">{note}</div> : null}
      <div className="act-button">{children}</div>
    </div>
  );
}
