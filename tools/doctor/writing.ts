import { note, type Examination } from "./examination";
import type { Writing } from "./observation";
import type { Finding } from "./report";

/** Reports the encoding of responses: the field of their messages, their bytes, and their compression. */
export function checkWriting({ calls, observer }: Examination): void {
  const writings = observer.writings();
  const callsWith = (isOdd: (writing: Writing) => boolean) => [
    ...new Set(writings.filter(isOdd).map(({ call }) => call)),
  ];
  const compressed = [...new Set(writings.flatMap(({ compression }) => compression ?? []))].map((label): Odd => [
    `compressed as ${label}, although not requested`,
    callsWith(({ compression }) => compression === label),
  ]);
  const findings = [
    ...noteIf(["the text is in message", callsWith(({ hasMessage }) => hasMessage)]),
    ...compressed.flatMap(noteIf),
    ...noteIf(["an unreadable message that is not UTF-8", callsWith(({ broken }) => broken === "words")]),
    ...noteIf(["texts that are not UTF-8: the shop shows — for them", callsWith(({ broken }) => broken === "data")]),
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

const noteIf = ([what, calls]: Odd): Finding[] => (calls.length === 0 ? [] : [note(`${what} (${calls.join(", ")})`)]);
