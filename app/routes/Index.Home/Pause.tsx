/**
 * The control that pauses what comes after it: paused while it is open. It is empty, so that a browser that ignores
 * style, where nothing moves, shows nothing of it. Its words are an attribute, which the style shows (behaviour 10.41).
 */
export function Pause({ label }: { label: string }) {
  return (
    <details className="pause">
      <summary aria-label={label} />
    </details>
  );
}
