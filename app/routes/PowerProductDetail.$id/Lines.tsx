import { Fragment } from "react";

/** Sentences, each on a line of its own. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <Fragment key={line}>
      {index ? <br /> : null}
      {line}
    </Fragment>
  ));
}
