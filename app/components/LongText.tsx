/** How many characters at the end of a long text always stay visible. */
const TAIL_LENGTH = 8;
/** Shorter than this it fits everywhere. */
const LONG = 24;

/**
 * An order's number or a hash: it is compared character by character, and one touch copies it whole. Where it does not
 * fit, only its middle is out of sight: it is selected and read aloud whole.
 */
export function LongText({ text }: { text: string }) {
  if (text.length < LONG) return <span className="exact">{text}</span>;
  return (
    <span className="exact exact-long" translate="no">
      <span className="exact-head">{text.slice(0, -TAIL_LENGTH)}</span>
      {text.slice(-TAIL_LENGTH)}
    </span>
  );
}
