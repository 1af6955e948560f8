import { ButtonLink } from "~/components/ButtonLink";
import { readMessage, useText } from "~/i18n/text";

/**
 * Whether an authenticator protects the account; undefined, with the reason, if the upstream does not report it now.
 */
export function Authenticator({
  isBound,
  failure = "common.noAnswer",
}: {
  isBound: boolean | undefined;
  failure?: string | undefined;
}) {
  const t = useText();
  const state = isBound === undefined ? "unknown" : isBound ? "bound" : "unbound";
  return (
    <section className="card" aria-labelledby="authenticator">
      <div className="section-head">
        <h2 id="authenticator">{t("UserCenter.authenticator")}</h2>
        <span className={isBound ? "tag tag-verified" : "tag tag-review"}>{t(`Security.authenticator-${state}`)}</span>
      </div>
      {state === "unknown" ? <p>{readMessage(t, failure)}</p> : null}
      <p className="soft">{t(`Security.authenticatorText-${state}`)}</p>
      {isBound === false ? (
        <ButtonLink href="/GoogleBind?redirectTo=%2FSecurity">{t("GoogleBind.title")}</ButtonLink>
      ) : null}
    </section>
  );
}
