import { useText } from "~/i18n/text";
import { Section } from "~/components/layout/Section";

/**
 * The whole list as files. The links have no `download` attribute: the response itself is marked as an attachment, and
 * with the attribute a browser would save the error page, or show none.
 */
export function Downloads({ path }: { path: string }) {
  const t = useText();
  const files = [
    [`${path}.csv`, t("Download.csv")],
    [`${path}.csv?columns=keys`, t("Download.keys")],
    [`${path}.json`, t("Download.json")],
  ] as const;
  return (
    <Section id="downloads" title={t("Download.title")}>
      <p className="small soft">{t("Download.text")}</p>
      <ul>
        {files.map(([href, label]) => (
          <li key={href}>
            <a className="link-button" href={href}>
              {label}
            </a>{" "}
          </li>
        ))}
      </ul>
    </Section>
  );
}
