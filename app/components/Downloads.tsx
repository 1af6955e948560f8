import { useText } from "~/i18n/text";
import { Section } from "./Section";

/** The whole list as files (behaviour 2.86). A file's name is that of the answer. */
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
            <a className="link-button" href={href} download>
              {label}
            </a>{" "}
          </li>
        ))}
      </ul>
    </Section>
  );
}
