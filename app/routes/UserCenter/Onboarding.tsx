import { ButtonLink } from "~/components/layout/ButtonLink";
import { STEP_LINKS } from "~/components/account/step-links";
import { Icon } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";
import type { OnboardingStep, OnboardingProgress } from "~server/account/onboarding";
import "./onboarding.css";

type State = OnboardingProgress["steps"][OnboardingStep];

export function Onboarding({ steps, next }: OnboardingProgress) {
  const t = useText();
  return (
    <section className="card" aria-labelledby="first-steps">
      <h2 id="first-steps">{t("FirstSteps.title")}</h2>
      <ol>
        <Row state="done" label={t("FirstSteps.joined")} />
        {(Object.keys(steps) as OnboardingStep[]).map((step) => (
          <Row
            key={step}
            state={steps[step]}
            label={t(steps[step] === "done" ? `FirstSteps.${step}-done` : `FirstSteps.${step}`)}
          />
        ))}
      </ol>
      {next ? <ButtonLink href={STEP_LINKS[next]}>{t(`FirstSteps.${next}-do`)}</ButtonLink> : null}
    </section>
  );
}

/** A row whose state is also text, for browsers without icons and for screen readers. */
function Row({ state, label }: { state: State; label: string }) {
  const t = useText();
  return (
    <li>
      <p className={state === "open" ? "tick" : state === "done" ? "tick tick-done" : "tick tick-unknown"}>
        <span className="tick-mark">{state === "done" ? <Icon name="check" /> : null}</span>{" "}
        <span>
          {label} <span className={state === "unknown" ? "entry-note" : "words"}>{t(`FirstSteps.state-${state}`)}</span>
        </span>
      </p>
    </li>
  );
}
