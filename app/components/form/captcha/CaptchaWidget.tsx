import { useEffect, useRef, useState } from "react";
import { TextLink } from "~/components/layout/ButtonLink";
import { useText } from "~/i18n/text";
import { showChallenge } from "./challenge";
import { showSlider } from "./slider";
import type { Hooks, Provided } from "./widget";

/** Matches fields that exist only after a passed check. */
const PROOF = "[name=sig],[name=geetest_validate]";

const THIS_PAGE = "";

/** Challenges that a widget of this page has used. Each can be used only once. */
const used = new WeakSet<Provided>();
const isSpent = (setup: Provided) => setup.kind === "challenge" && used.has(setup);

type State = "loading" | "ready" | "solved" | "missing" | "network" | "typeError";

/** The provider's widget, in a file that only pages with a captcha load; its result is in hidden fields. */
export function CaptchaWidget({ setup }: { setup: Provided }) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  // A passed check must survive a reload of the page's data; after a rejected form we wait for a new challenge.
  const [first, setFirst] = useState(() => (isSpent(setup) ? null : setup));
  if (!first && !isSpent(setup)) setFirst(setup);
  const [state, setState] = useState<State>("loading");
  const [fields, setFields] = useState<Record<string, string>>({});

  useEffect(() => {
    const element = place.current;
    if (!element || !first) return;
    used.add(first);
    const hooks: Hooks = {
      onReady: () => setState("ready"),
      onSolved: (given) => {
        setFields(given);
        setState("solved");
      },
      onCleared: () => {
        setFields({});
        setState("ready");
      },
      onError: () => {
        setFields({});
        setState("network");
      },
    };
    let gone = false;
    let end = () => {};
    const shown = first.kind === "slider" ? showSlider(element, first, hooks) : showChallenge(element, first, hooks);
    shown.then(
      (stop) => {
        end = stop;
        if (gone) end();
      },
      (error: unknown) => setState(error instanceof TypeError ? "typeError" : "network"),
    );
    return () => {
      gone = true;
      end();
    };
  }, [first]);

  useEffect(() => {
    const form = place.current?.closest("form");
    // Without the check the form would be rejected, and visitors would have to type passwords again.
    const stopUnproven = (event: SubmitEvent) => {
      const button = event.submitter;
      if (!(button instanceof HTMLButtonElement) || button.value || form?.querySelector(PROOF)) return;
      event.preventDefault();
      setState((now) => (now === "ready" ? "missing" : now));
    };
    form?.addEventListener("submit", stopUnproven);
    return () => form?.removeEventListener("submit", stopUnproven);
  }, []);

  const broken = state === "network" || state === "typeError";
  const alarming = broken || state === "missing";
  return (
    <div role="group" aria-label={t("Captcha.label")}>
      <div ref={place} id="captcha" className="captcha" />
      <p
        role={alarming ? "alert" : "status"}
        className={alarming ? "captcha-state small field-error" : "captcha-state small soft"}
      >
        <span>{state === "ready" ? null : t(state === "missing" ? "errors.slider" : `Captcha.${state}`)}</span>{" "}
        {broken ? <TextLink href={THIS_PAGE}>{t("common.retry")}</TextLink> : null}
      </p>
      {Object.keys(fields).map((name) => (
        <input key={name} type="hidden" name={name} value={fields[name]} />
      ))}
    </div>
  );
}
