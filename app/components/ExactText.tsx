import { CopyAnswer } from "./CopyButton";
import { useCopying } from "./copying";
import { useScripted } from "./scripted";

const GROUP = /.{1,4}/gu;

/**
 * A text that is compared and copied character by character, shown once and whole, in groups of four with its ends
 * marked. The groups are apart by style alone: read without it, selected (one touch selects all of it) or copied, it
 * has no blank. Where scripts run, a button copies it and says so (behaviour 10.20).
 */
export function ExactText({
  id,
  label,
  labelledBy = `${id}-label`,
  value,
  copy: words,
  quiet = false,
}: {
  id: string;
  /** Above it, unless another element has its name. */
  label?: string;
  labelledBy?: string;
  value: string;
  /** The words of the button. */
  copy: string;
  quiet?: boolean;
}) {
  const scripted = useScripted();
  const { shown, copy, answer } = useCopying<HTMLParagraphElement>();
  return (
    <figure className="exact-text" aria-labelledby={labelledBy}>
      {label ? (
        <p className="exact-label" id={labelledBy}>
          {label}
        </p>
      ) : null}
      <p className="groups" id={id} translate="no" ref={shown}>
        {groupsOf(value).map(({ text, isEnd }, index) => {
          const Group = isEnd ? "b" : "span";
          return <Group key={index}>{text}</Group>;
        })}
      </p>
      {scripted ? (
        <>
          <button type="button" className={quiet ? "button button-quiet" : "button"} onClick={() => copy(value)}>
            {words}
          </button>
          <CopyAnswer answer={answer} />
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
