import type { TextKey } from "~server/texts/catalogue";
import { useText } from "~/i18n/text";
import { Icon, type IconName } from "./Icon";

export function AdvantageList({
  claims,
  className = "claims",
}: {
  claims: readonly (readonly [title: TextKey, text: TextKey, icon?: IconName])[];
  className?: string;
}) {
  const t = useText();
  return (
    <ul className={className}>
      {claims.map(([title, text, icon]) => (
        <li key={title}>
          {icon ? <Icon name={icon} /> : null}
          <h3>{t(title)}</h3>
          <p className="soft">{t(text)}</p>
        </li>
      ))}
    </ul>
  );
}
