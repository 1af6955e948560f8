import { Form } from "@remix-run/react";
import { FormToken } from "~/components/form/FormToken";
import { useText } from "~/i18n/text";
import type { AssetsView, AssetsViewPart } from "~server/account/assets-view";

/** Two switches that are submit buttons: coins without balance, and all amounts. */
export function ViewSwitches({ view, token }: { view: AssetsView; token: string }) {
  return (
    <Form method="post" action="/Assets" className="switches">
      <FormToken value={token} />
      <Switch part="zeros" isOn={view.zeros} /> <Switch part="amounts" isOn={view.amounts} />
    </Form>
  );
}

/** Its state is part of its words, which is read everywhere; where style is, the switch shows it instead. */
function Switch({ part, isOn }: { part: AssetsViewPart; isOn: boolean }) {
  const t = useText();
  return (
    <button type="submit" className={isOn ? "switch switch-on" : "switch"} name={isOn ? "show" : "hide"} value={part}>
      <span className="switch-track" aria-hidden="true" /> {t(`Assets.hide-${part}`)}{" "}
      <span className="words">{t(isOn ? "Assets.on" : "Assets.off")}</span>
    </button>
  );
}

/** How many coins are not shown, with a button that shows them. */
export function ZerosHidden({ count, token }: { count: number; token: string }) {
  const t = useText();
  return (
    <Form method="post" action="/Assets" className="pair small">
      <FormToken value={token} />
      <span className="soft">{t("Assets.zerosHidden", { count })}</span>{" "}
      <button type="submit" className="link-button" name="show" value="zeros">
        {t("Assets.showZeros")}
      </button>
    </Form>
  );
}
