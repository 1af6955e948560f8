import type { useLoaderData } from "@remix-run/react";
import { Section } from "~/components/Section";
import type { HelpGroup } from "~/i18n/help.server";
import { useText } from "~/i18n/text";
import "../../styles/legal.css";
import "./help.css";

/** The questions as contents, then each with its answer under its own anchor. */
export function Answers({ groups }: { groups: ReturnType<typeof useLoaderData<() => HelpGroup[]>> }) {
  const t = useText();
  return (
    <div className="page-columns">
      <nav className="card contents page-side answers-list" aria-labelledby="contents">
        <h2 id="contents">{t("Help.questions")}</h2>
        <ul>
          {groups.flatMap(({ entries }) =>
            entries.map(({ id, question }) => (
              <li key={id}>
                <a href={`#${id}`}>{question}</a>
              </li>
            )),
          )}
        </ul>
      </nav>
      <div className="page-main">
        {groups.map(({ id, title, entries }) => (
          <Section key={id} id={id} title={title}>
            {entries.map((entry) => (
              <article key={entry.id} id={entry.id} className="card answer">
                <h3>{entry.question}</h3>
                {entry.answer.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
                {entry.link ? (
                  <p className="answer-link">
                    <a className="link-button" href={entry.link.path}>
                      {t(entry.link.name)}
                    </a>
                  </p>
                ) : null}
              </article>
            ))}
          </Section>
        ))}
      </div>
    </div>
  );
}
