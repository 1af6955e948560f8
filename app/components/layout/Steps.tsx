import type { TextKey } from "~server/texts/catalogue";
import { useText } from "~/i18n/text";
import "~/styles/steps.css";

export function Steps({ steps }: { steps: readonly (readonly [title: TextKey, text?: TextKey])[] }) {
  const t = useText();
  return (
    <ol className="steps">
      {steps.map(([title, text]) =>
        text ? (
          <li key={title}>
            <h3>{t(title)}</h3>
            <p className="soft">{t(text)}</p>
          </li>
        ) : (
          <li key={title}>{t(title)}</li>
        ),
      )}
    </ol>
  );
}
