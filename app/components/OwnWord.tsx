/** The visitor's own word (behaviour 2.114), as `ownWordFor` gives it: recognised at a glance, whatever its length. */
export function OwnWord({ lines }: { lines: readonly (readonly [says: string, word: string])[] }) {
  return lines.map(([says, word]) => (
    <p className="note toast-info" key={says}>
      {says}
      {word ? (
        <>
          <br />
          <strong>{word}</strong>
        </>
      ) : null}
    </p>
  ));
}
