import { useText } from "~/i18n/text";
import { TextLink } from "~/components/layout/ButtonLink";
import { Section } from "~/components/layout/Section";

/** The links have no `download` attribute: browsers would save the error page. The response is an attachment. */
export function Downloads({
  path,
  inApp,
  isFolded,
}: {
  path: string;
  inApp: string | undefined;
  isFolded?: boolean | undefined;
}) {
  const t = useText();
  const files = [
    [`${path}.csv`, t("Download.csv")],
    [`${path}.csv?columns=keys`, t("Download.keys")],
    [`${path}.json`, t("Download.json")],
  ] as const;
  return (
    <Section id="downloads" title={t("Download.title")} isFolded={isFolded}>
      <p className="small soft">{t("Download.text")}</p>
      {inApp ? <p className="small soft">{inApp}</p> : null}
      <ul>
        {files.map(([href, label]) => (
          <li key={href}>
            <TextLink href={href}>{label}</TextLink>{" "}
          </li>
        ))}
      </ul>
    </Section>
  );
}
