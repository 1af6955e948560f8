import type { ReactNode } from "react";
import { Drawing } from "./Icon";
import "../styles/result.css";

/** What has just succeeded: a tick in an arc, which is drawn once, a sentence, and the buttons that lead on. */
export function Result({ title, text, children }: { title: string; text?: string | undefined; children: ReactNode }) {
  return (
    <div className="result">
      <Drawing className="result-tick" viewBox="0 0 96 96" width="96" height="96" strokeWidth="4">
        <path className="result-arc" d="M83.5 41.7A36 36 0 1 1 66 16.8" />
        <path className="result-check" d="M33 49l11 11 20-22" />
        <path className="result-point" d="M77.5 27.4h.01" />
      </Drawing>
      <h2>{title}</h2>
      {text ? <p className="figure">{text}</p> : null}
      <div className="actions">{children}</div>
    </div>
  );
}
