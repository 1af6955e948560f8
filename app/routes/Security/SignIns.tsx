import { QuietLink, TextLink } from "~/components/layout/TextLink";
import { MenuItem } from "~/components/layout/MenuItem";
import { Section } from "~/components/layout/Section";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import type { ShownSignIn } from "~server/account/sign-ins";

/** The number shown at first, since intruders are among the newest. */
const FIRST = 5;

/** The time and device kind of each sign-in to this account. */
export function SignIns({ signIns, all }: { signIns: readonly ShownSignIn[]; all: boolean }) {
  const t = useText();
  const { locale } = useLanguage();
  const shown = all ? signIns : signIns.slice(0, FIRST);
  return (
    <Section id="sign-ins" title={t("Security.signIns")}>
      <p className="soft">{t("Security.signInsText")}</p>
      {shown.length > 0 ? (
        <ul className="card entries">
          {shown.map(({ device, inApp, atMs, isThis }, index) => (
            <li key={index}>
              <MenuItem
                note={formatTime(atMs, locale)}
                end={isThis ? <span className="tag tag-verified">{t("Security.thisOne")}</span> : null}
              >
                {inApp
                  ? t("Security.inApp", { device: t(`Security.device-${device}`) })
                  : t(`Security.device-${device}`)}
              </MenuItem>
            </li>
          ))}
        </ul>
      ) : null}
      {shown.length < signIns.length ? (
        <p>
          <TextLink href="/Security?all=1#sign-ins">{t("Security.signInsAll", { count: signIns.length })}</TextLink>
        </p>
      ) : null}
      {signIns.some(({ isThis }) => isThis) ? null : <p className="soft">{t("Security.notRecorded")}</p>}
      <p className="soft small">{t("Security.unknownSignIn")}</p>
      <QuietLink href="/Security?step=everywhere">{t("Security.everywhere")}</QuietLink>
    </Section>
  );
}
