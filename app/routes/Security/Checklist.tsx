import type { ReactNode } from "react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import type { FormProps } from "~/components/form/form-result";
import { Drawing, Icon } from "~/components/layout/Icon";
import { readMessage, useText } from "~/i18n/text";
import type { AntiPhishingCode } from "~server/account/anti-phishing-code";
import type { UserInfo } from "~server/upstream/user";
import { AntiPhishingForm } from "./AntiPhishingForm";

type State = "open" | "waiting" | "unknown" | "on";

const ORDER: readonly State[] = ["open", "waiting", "unknown", "on"];

interface Protection {
  id: string;
  name: string;
  state: State;
  label: string;
  text?: string | undefined;
  /** Makes the action, styled as secondary if another one is the page's primary button. */
  action?: (quiet: boolean) => ReactNode;
}

export function Checklist({
  user,
  failure = "common.noAnswer",
  word,
  ...form
}: FormProps & {
  /** Undefined, with the reason in `failure`, if the upstream does not report it now. */
  user: Pick<UserInfo, "authLevel" | "googleBound" | "rejectedReason"> | undefined;
  failure?: string | undefined;
  word: AntiPhishingCode | undefined;
}) {
  const t = useText();
  const unread = { state: "unknown", label: t("Security.authenticator-unknown") } as const;
  const protections = [
    { id: "authenticator", name: t("UserCenter.authenticator"), ...(user ? authenticatorOf(user, t) : unread) },
    {
      id: "own-word",
      name: t("Security.word"),
      ...(word
        ? { ...wordOf(word, t), action: (quiet) => <AntiPhishingForm {...{ word, quiet }} {...form} /> }
        : unread),
    },
    { id: "identity", name: t("RealNameSelect.title"), ...(user ? identityOf(user, t) : unread) },
  ] satisfies Protection[] as Protection[];
  const sorted = [...protections].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  const on = protections.filter(({ state }) => state === "on").length;
  const isKnown = protections.every(({ state }) => state !== "unknown");
  return (
    <section className="card checklist" aria-labelledby="protection">
      <div className="row">
        {isKnown ? (
          <Drawing className="arc" viewBox="0 0 80 52" width="80" height="52" strokeWidth="7">
            {PARTS.map((part, at) => (
              <path key={part} d={part} className={at < on ? "drawing-accent" : undefined} />
            ))}
          </Drawing>
        ) : null}
        <h2 id="protection">
          {isKnown ? t("Security.protected", { on, of: protections.length }) : t("Security.protection")}
        </h2>
      </div>
      {user ? null : <p>{readMessage(t, failure)}</p>}
      <ul>
        {sorted.map(({ id, name, state, label, text, action }, at) => (
          <li key={id} className="stack-2">
            <div className="section-head row between wrap">
              <h3 id={id}>
                {state === "on" ? <Icon name="check" /> : null} {name}
              </h3>{" "}
              <span className={state === "on" ? "tag tag-verified" : "tag tag-review"}>{label}</span>
            </div>
            {text ? <p className="soft">{text}</p> : null}
            {action?.(at > 0 || state === "on")}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Text = ReturnType<typeof useText>;
type About = Omit<Protection, "id" | "name">;

function authenticatorOf({ googleBound }: Pick<UserInfo, "googleBound">, t: Text): About {
  const state = googleBound ? "bound" : "unbound";
  const link = (quiet: boolean) => (
    <ButtonLink quiet={quiet} href="/GoogleBind?redirectTo=%2FSecurity">
      {t("GoogleBind.title")}
    </ButtonLink>
  );
  return {
    state: googleBound ? "on" : "open",
    label: t(`Security.authenticator-${state}`),
    text: t(`Security.authenticatorText-${state}`),
    ...(googleBound ? {} : { action: link }),
  };
}

function wordOf({ state }: AntiPhishingCode, t: Text): About {
  return state === "set"
    ? { state: "on", label: t("Security.storedYes") }
    : { state: "open", label: t("Security.storedNo"), text: t("Security.wordText") };
}

function identityOf({ authLevel, rejectedReason }: Pick<UserInfo, "authLevel" | "rejectedReason">, t: Text): About {
  const label = t(`UserCenter.${authLevel}`);
  if (authLevel !== "unverified") return { state: authLevel === "verified" ? "on" : "waiting", label };
  return {
    state: "open",
    label,
    text: rejectedReason ? t("UserCenter.rejected", { reason: rejectedReason }) : t("Security.identityText"),
    action: (quiet) => (
      <ButtonLink quiet={quiet} href="/RealNameSelect">
        {t("Security.verify")}
      </ButtonLink>
    ),
  };
}

/** The logo's arc in three parts; each enabled item colours one. The heading has the same information. */
const PARTS = [
  "M6 46A34 34 0 0 1 16.4 21.5",
  "M26.7 14.7A34 34 0 0 1 53.3 14.7",
  "M63.6 21.5A34 34 0 0 1 74 46",
] as const;
