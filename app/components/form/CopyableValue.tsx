import { CopyResult } from "./CopyButton";
import { useCopying } from "./copying";
import { useHydrated } from "~/components/layout/hydrated";

/** Matches groups of four characters. All addresses have the same prefix, which nobody needs to compare. */
const GROUP = /^[a-z]+:|.{1,4}/gu;
/** A value up to this length is compared at a glance; in groups it would look like several values. */
const SHORT = 10;

/** Shows a value in groups of four for comparing; only style separates them, so a copy has no spaces. */
export function CopyableValue({
  id,
  label,
  labelledBy = `${id}-label`,
  value,
  copy: words,
  quiet = false,
}: {
  id: string;
  label?: string;
  labelledBy?: string;
  value: string;
  copy: string;
  /** True if people do not compare the value: nothing is marked, and a short text is in one piece. */
  quiet?: boolean;
}) {
  const scripted = useHydrated();
  const { shown, copy, result } = useCopying<HTMLParagraphElement>();
  return (
    <figure className="exact-text" aria-labelledby={labelledBy}>
      {label ? (
        <p className="exact-label" id={labelledBy}>
          {label}
        </p>
      ) : null}
      <p className="groups" id={id} translate="no" ref={shown}>
        {(quiet ? plainGroupsOf(value) : groupsOf(value)).map(({ text, isEnd }, index) => {
          const Group = isEnd ? "b" : "span";
          return <Group key={index}>{text}</Group>;
        })}
      </p>
      {scripted ? (
        <button type="button" className={quiet ? "button button-quiet" : "button"} onClick={() => copy(value)}>
          {words}
        </button>
      ) : (
        <div className="copy-room" />
      )}
      <CopyResult result={result} />
    </figure>
  );
}

/** Splits a value into groups of four, and marks those that people compare: the first and the last. */
function groupsOf(value: string): { text: string; isEnd: boolean }[] {
  const groups = value.match(GROUP) ?? [];
  const first = groups[0]?.endsWith(":") ? 1 : 0;
  const last = groups.length - 1;
  const isShort = (groups[last]?.length ?? 0) < 4;
  return groups.map((text, index) => ({
    text,
    isEnd: index === first || index === last || (isShort && index === last - 1),
  }));
}

function plainGroupsOf(value: string): { text: string; isEnd: boolean }[] {
  const groups = value.length > SHORT ? (value.match(GROUP) ?? []) : [value];
  return groups.map((text) => ({ text, isEnd: false }));
}
