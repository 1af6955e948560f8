import type { ReactNode } from "react";
import { useText } from "~/i18n/text";

/** Names with their values; a value that there is not is shown as missing (behaviour 3.21). */
export function Facts({
  lines,
  className = "facts",
}: {
  lines: readonly (readonly [name: string, value: ReactNode])[];
  className?: string;
}) {
  const t = useText();
  return (
    <dl className={className}>
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || t("common.missing")}</dd>
        </div>
      ))}
    </dl>
  );
}
