import { CopyResult } from "./CopyButton";
import { useCopying } from "./copying";
import { useHydrated } from "./hydrated";

const GROUP = /.{1,4}/gu;
/** What is compared whole is seen at a glance up to this length; in groups it looks like several. */
const SHORT = 10;

/**
 * A text that is compared and copied character by character, shown once and whole, in groups of four with its ends
 * marked. The groups are apart by style alone: read without it, selected (one touch selects all of it) or copied, it
 * has no blank. Where scripts run, a button copies it and says so (behaviour 10.20).
 */
export function CopyableValue({
  id,
  label,
  labelledBy = `${id}-label`,
  value,
  copy: words,
  quiet = false,
  marked = true,
}: {
  id: string;
  /** Above it, unless another element has its name. */
  label?: string;
  labelledBy?: string;
  value: string;
  /** The words of the button. */
  copy: string;
  quiet?: boolean;
  /** Whether its ends are what people compare. Else nothing is marked, and a short text is in one piece. */
  marked?: boolean;
}) {
  const scripted = useHydrated();
  const { shown, copy, answer: response } = useCopying<HTMLParagraphElement>();
  return (
    <figure className="exact-text" aria-labelledby={labelledBy}>
      {label ? (
        <p className="exact-label" id={labelledBy}>
          {label}
        </p>
      ) : null}
      <p className="groups" id={id} translate="no" ref={shown}>
        {(marked ? groupsOf(value) : plainGroupsOf(value)).map(({ text, isEnd }, index) => {
          const Group = isEnd ? "b" : "span";
          return <Group key={index}>{text}</Group>;
        })}
      </p>
      {scripted ? (
        <>
          <button type="button" className={quiet ? "button button-quiet" : "button"} onClick={() => copy(value)}>
            {words}
          </button>
          <CopyResult result={response} />
        </>
      ) : null}
    </figure>
  );
}

/** Groups of four characters, and whether people compare one: the first, and those with the last four characters. */
function groupsOf(value: string): { text: string; isEnd: boolean }[] {
  const groups = value.match(GROUP) ?? [];
  const last = groups.length - 1;
  const isShort = (groups[last]?.length ?? 0) < 4;
  return groups.map((text, index) => ({
    text,
    isEnd: index === 0 || index === last || (isShort && index === last - 1),
  }));
}

function plainGroupsOf(value: string): { text: string; isEnd: boolean }[] {
  const groups = value.length > SHORT ? (value.match(GROUP) ?? []) : [value];
  return groups.map((text) => ({ text, isEnd: false }));
}
