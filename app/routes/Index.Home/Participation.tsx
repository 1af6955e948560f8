import { Section } from "~/components/Section";
import { Steps } from "~/components/Steps";
import { useText } from "~/i18n/text";

const STEPS = [
  ["Home.step1", "Home.step1Text"],
  ["Home.step2", "Home.step2Text"],
  ["Home.step3", "Home.step3Text"],
  ["Home.step4", "Home.step4Text"],
] as const;

/** How to take part, in four steps. */
export function Participation() {
  const t = useText();
  return (
    <Section id="process" title={t("Home.process")}>
      <Steps steps={STEPS} />
    </Section>
  );
}
