import type { OnboardingStep } from "~server/account/onboarding";

/** Where each of the first steps is taken. */
export const STEP_LINKS: Readonly<Record<OnboardingStep, string>> = {
  authenticator: "/GoogleBind",
  deposit: "/Recharge",
  order: "/Index/Power",
};
