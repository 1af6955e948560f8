import type { TextKey } from "~server/texts/catalogue";
import { useText } from "~/i18n/text";
import "~/styles/steps.css";

/** What to do, in its order: a heading and, where it needs one, a sentence for each step. */
export function Steps({ steps }: { steps: readonly (readonly [title: TextKey, text?: TextKey])[] }) {
  const t = useText();
  return (
    <ol className="steps">
      {steps.map(([title, text]) => (
        <li key={title}>
          <h3>{t(title)}</h3>
          {text ? <p>{t(text)}</p> : null}
        </li>
      ))}
    </ol>
  );
}
