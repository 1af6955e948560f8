import type { ReactNode } from "react";

export interface TimelineEntry {
  title: string;
  text?: ReactNode;
  /** It has happened. */
  done?: boolean;
  current?: boolean;
}

/** Past and future events in order. */
export function PurchaseTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ title, text, done, current }) => (
        <li key={title} className={done ? "timeline-done" : undefined} aria-current={current ? "step" : undefined}>
          <h3>{title}</h3>
          {text ? <p>{text}</p> : null}
        </li>
      ))}
    </ol>
  );
}
