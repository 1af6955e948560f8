import type { useLoaderData } from "@remix-run/react";
import { Section } from "~/components/layout/Section";
import type { HelpGroup } from "~server/content/help";
import { useText } from "~/i18n/text";
import "./help.css";

/**
 * The questions by group; a press on one unfolds its answer. The anchor is the answer itself, not its question: a
 * browser that follows a link to it unfolds it.
 */
export function Answers({
  groups,
  unfolded,
}: {
  groups: ReturnType<typeof useLoaderData<() => HelpGroup[]>>;
  /** Every answer is open, because a search found it. */
  unfolded: boolean;
}) {
  const t = useText();
  return groups.map(({ id: group, title, entries }) => (
    <Section key={group} id={group} title={title}>
      <div className="card answers">
        {entries.map(({ id, question, answer, link }) => (
          <details key={id} open={unfolded}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <div id={id} className="answer">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {link ? (
                <p>
                  <a className="link-button" href={link.path}>
                    {t(link.name)}
                  </a>
                </p>
              ) : null}
            </div>
          </details>
        ))}
      </div>
    </Section>
  ));
}
