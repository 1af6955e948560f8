/**
 * The control that pauses the element after it: paused while it is open. It is empty, so that a browser that ignores
 * style, where nothing moves, does not show it. Its words are an attribute, which the style shows.
 */
export function Pause({ label }: { label: string }) {
  return (
    <details className="pause">
      <summary aria-label={label} />
    </details>
  );
}
