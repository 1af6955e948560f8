import "~/styles/share-bar.css";

/** A share as the filled part of a bar, next to text that says the same. */
export function ShareBar({
  percent,
  className,
}: {
  percent: number;
  /** Determines position and colours, and the other part if there is one. */
  className: string;
}) {
  return (
    <svg className={`share-bar ${className}`} width="100%" height="8" aria-hidden="true">
      <rect width={`${percent}%`} height="100%" rx="4" />
    </svg>
  );
}
