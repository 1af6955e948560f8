/** The visitor's own word (behaviour 2.114), as `ownWordFor` gives it: recognised at a glance, whatever its length. */
export function AntiPhishingCode({ lines }: { lines: readonly (readonly [says: string, word: string])[] }) {
  return lines.map(([label, word]) => (
    <p className="note toast-info" key={label}>
      {label}
      {word ? (
        <>
          <br />
          <strong>{word}</strong>
        </>
      ) : null}
    </p>
  ));
}
