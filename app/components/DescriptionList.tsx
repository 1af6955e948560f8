import type { ReactNode } from "react";
import { useText } from "~/i18n/text";

/** Names with their values, or nothing; an undefined value is shown as missing. */
export function DescriptionList({
  lines,
  className = "facts",
}: {
  lines: readonly (readonly [name: string, value: ReactNode, kind?: "sum"])[];
  className?: string;
}) {
  const t = useText();
  if (!lines.length) return null;
  return (
    <dl className={className}>
      {lines.map(([name, value, kind], index) => (
        <div key={index} className={kind ? "facts-sum" : undefined}>
          <dt>{name}</dt>
          <dd>{value || t("common.missing")}</dd>
        </div>
      ))}
    </dl>
  );
}
