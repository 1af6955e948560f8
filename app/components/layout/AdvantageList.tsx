import type { TextKey } from "~server/texts/catalogue";
import { useText } from "~/i18n/text";
import { Icon, type IconName } from "./Icon";

/** A few statements about the service, each with an icon, a heading and a sentence. */
export function AdvantageList({
  claims,
}: {
  claims: readonly (readonly [icon: IconName, title: TextKey, text: TextKey])[];
}) {
  const t = useText();
  return (
    <ul className="claims">
      {claims.map(([icon, title, text]) => (
        <li key={title}>
          <Icon name={icon} />
          <div>
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
