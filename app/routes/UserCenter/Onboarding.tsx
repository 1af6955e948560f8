import { ButtonLink } from "~/components/layout/ButtonLink";
import { STEP_LINKS } from "~/components/account/step-links";
import { useText } from "~/i18n/text";
import type { OnboardingStep, OnboardingProgress } from "~server/account/onboarding";

export function Onboarding({ steps, next }: OnboardingProgress) {
  const t = useText();
  return (
    <section className="card" aria-labelledby="first-steps">
      <h2 id="first-steps">{t("FirstSteps.title")}</h2>
      <ol className="stack">
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

function Row({ state, label }: { state: OnboardingProgress["steps"][OnboardingStep]; label: string }) {
  const t = useText();
  const look = state === "done" ? "verified" : state === "open" ? "review" : "unknown";
  return (
    <li>
      <p className="section-head row between wrap">
        <span>{label}</span> <span className={`tag tag-${look}`}>{t(`FirstSteps.state-${state}`)}</span>
      </p>
    </li>
  );
}
