import type { ReactNode } from "react";
import { CycleRing } from "./CycleRing";
import "../styles/result.css";

/** What has just succeeded: a tick in the whole ring, drawn once, a sentence, and the buttons that lead on. */
export function Result({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
  return (
    <div className="result">
      <CycleRing percent={100} size={96} tick />
      <h2>{title}</h2>
      {text ? <p className="figure">{text}</p> : null}
      <div className="actions">{children}</div>
    </div>
  );
}
