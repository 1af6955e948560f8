import type { ReactNode } from "react";
import { useText } from "~/i18n/text";

/** Matches a figure with a coin's name or T, which translators would change. */
export const FIGURE = /^\d\S*\s[^\sA-Z]*[A-Z]\S*$/;

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
          <dd translate={FIGURE.test(value as string) ? "no" : undefined}>{value || t("common.missing")}</dd>
        </div>
      ))}
    </dl>
  );
}
