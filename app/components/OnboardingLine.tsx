import { useText } from "~/i18n/text";
import type { OnboardingProgress } from "~server/account/onboarding";
import { STEP_LINKS } from "./onboarding-links";
import "./onboarding-line.css";

/**
 * One line on Home for who is signed in and has not done everything yet: how far they are, and what is next (behaviour
 * 2.63). How many are done is said only where all are known.
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
      <a href={STEP_LINKS[progress.next]}>{t(`FirstSteps.${progress.next}-do`)}</a>
    </div>
  );
}
