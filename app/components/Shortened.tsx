import { useRef, useState } from "react";
import { useText } from "~/i18n/text";
import { copied } from "./copying";
import { Icon } from "./Icon";
import { useScripted } from "./scripted";

/** Characters at either end that are seen. */
const HEAD = 8;
const TAIL = 6;

/**
 * A long text of which the ends are seen. All of it is in the page: one touch selects it whole, a screen reader and a
 * browser without style read it whole, and where scripts run a button copies it.
 *
 * @param props.label what the text is, for the button's name
 */
export function Shortened({ text, label }: { text: string; label: string }) {
  const t = useText();
  const scripted = useScripted();
  const shown = useRef<HTMLSpanElement>(null);
  const [answer, setAnswer] = useState<"copied" | "notCopied">();
  const signs = Array.from(text);
  if (signs.length <= HEAD + TAIL + 2) return <span className="exact">{text}</span>;
  return (
    <>
      <span className="shortened" translate="no" ref={shown}>
        {signs.slice(0, HEAD).join("")}
        <span className="shortened-middle">{signs.slice(HEAD, -TAIL).join("")}</span>
        {signs.slice(-TAIL).join("")}
      </span>{" "}
      {scripted ? (
        <>
          <button
            type="button"
            className="bar-button"
            onClick={() => void copied(text, shown.current).then((done) => setAnswer(done ? "copied" : "notCopied"))}
          >
            <Icon name={answer === "copied" ? "check" : "copy"} says={t("common.copyLabel", { label })} />
          </button>
          <span className="aside" role="status">
            {answer ? t(`toasts.${answer}`) : null}
          </span>
        </>
      ) : null}
    </>
  );
}
