import type { OnboardingStep } from "~server/account/onboarding";

export const STEP_LINKS: Readonly<Record<OnboardingStep, string>> = {
  authenticator: "/GoogleBind",
  deposit: "/Recharge",
  order: "/Index/Power",
};
