import type { ReactNode } from "react";
import { CycleRing } from "~/components/account/CycleRing";
import "~/styles/result.css";

/** Shows a success: a tick in a full ring, drawn once, and the buttons that lead on. */
export function Result({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="result">
      <CycleRing percent={100} size={96} tick />
      <h2>{title}</h2>
      <div className="actions">{children}</div>
    </div>
  );
}
