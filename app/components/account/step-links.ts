import type { OnboardingStep } from "~server/account/onboarding";

/** The path of each onboarding step. */
export const STEP_LINKS: Readonly<Record<OnboardingStep, string>> = {
  authenticator: "/GoogleBind",
  deposit: "/Recharge",
  order: "/Index/Power",
};
