import type { ReactNode } from "react";
import "../styles/moments.css";

export interface Moment {
  title: string;
  text?: ReactNode;
  /** It has happened. */
  done?: boolean;
  current?: boolean;
}

/** Past and future events, one after the other. */
export function Moments({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className="moments">
      {moments.map(({ title, text, done, current }) => (
        <li key={title} className={done ? "moment-done" : undefined} aria-current={current ? "step" : undefined}>
          <h3>{title}</h3>
          {text ? <p>{text}</p> : null}
        </li>
      ))}
    </ol>
  );
}
