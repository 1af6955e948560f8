import { note, type Examination } from "./examination";
import type { Writing } from "./observation";
import type { Finding } from "./report";

/** How the upstream writes its responses: where its words are, in which bytes, and whether it compresses. */

/** Reports what is odd about all of them together. */
export function checkWriting({ calls, observer }: Examination): void {
  const writings = observer.writings();
  const callsWith = (isOdd: (writing: Writing) => boolean) => [
    ...new Set(writings.filter(isOdd).map(({ call }) => call)),
  ];
  const compressed = [...new Set(writings.flatMap(({ compression }) => compression ?? []))].map((label): Odd => [
    `compressed as ${label}, though nobody asked`,
    callsWith(({ compression }) => compression === label),
  ]);
  const findings = [
    ...told(["words are in message", callsWith(({ hasMessage }) => hasMessage)]),
    ...compressed.flatMap(told),
    ...told(["words that are not UTF-8, which nobody can read", callsWith(({ broken }) => broken === "words")]),
    ...told(["texts that are not UTF-8: the shop shows — for them", callsWith(({ broken }) => broken === "data")]),
  ];
  if (findings.length === 0) return;
  calls.push({
    call: "responses",
    outcome: "read",
    status: null,
    ms: 0,
    fields: [],
    findings,
    found: `${writings.length} in all`,
  });
}

type Odd = readonly [what: string, calls: readonly string[]];

const told = ([what, calls]: Odd): Finding[] => (calls.length === 0 ? [] : [note(`${what} (${calls.join(", ")})`)]);
