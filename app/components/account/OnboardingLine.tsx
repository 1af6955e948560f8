import { useText } from "~/i18n/text";
import type { OnboardingProgress, OnboardingStep } from "~server/account/onboarding";
import "./onboarding-line.css";

/**
 * One line on Home until onboarding is done: how many steps are done and which is next. Shows the number only if all
 * steps are known.
 */
export function OnboardingLine({ progress }: { progress: OnboardingProgress | undefined }) {
  const t = useText();
  if (!progress?.next) return null;
  const states = Object.values(progress.steps);
  const done = 1 + states.filter((state) => state === "done").length;
  return (
    <div className="first-steps-line">
      {states.includes("unknown") ? (
        <span>{t("FirstSteps.next")}</span>
      ) : (
        <span>{t("FirstSteps.progress", { done, all: states.length + 1 })}</span>
      )}{" "}
      <a className="link-button" href={STEP_LINKS[progress.next]}>
        {t(`FirstSteps.${progress.next}-do`)}
      </a>
    </div>
  );
}

/** The path of each onboarding step. */
export const STEP_LINKS: Readonly<Record<OnboardingStep, string>> = {
  authenticator: "/GoogleBind",
  deposit: "/Recharge",
  order: "/Index/Power",
};
