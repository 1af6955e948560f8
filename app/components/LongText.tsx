/** What of a long text always stays in sight at its end. */
const TAIL_LENGTH = 8;
/** Shorter than this it fits everywhere. */
const LONG = 24;

/**
 * An order's number, a hash: what is compared character by character, and copied as a whole by one touch. Where it does
 * not fit, its middle is left out of sight and nothing else: what is selected and read aloud is all of it.
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
