export function AntiPhishingCode({ lines }: { lines: readonly (readonly [label: string, code: string])[] }) {
  return lines.map(([label, word]) => (
    <p className="note toast-info" key={label}>
      {label}
      {word ? (
        <>
          {" "}
          <br />
          <strong translate="no">{word}</strong>
        </>
      ) : null}
    </p>
  ));
}
