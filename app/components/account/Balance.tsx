import type { ReactNode } from "react";
import { FormToken } from "~/components/form/FormToken";
import { Icon } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";
import type { ShownTotal } from "~server/account/assets-view";
import { Amount } from "./Amount";
import "./balance.css";

export function Balance({
  total: { amount, showName, isHidden },
  token,
  page,
  note,
}: {
  total: ShownTotal;
  token: string;
  page: "/Assets" | "/Index/Home" | "/UserCenter";
  note?: ReactNode;
}) {
  const t = useText();
  const Sum = page === "/Assets" ? "p" : "a";
  return (
    <div>
      <div className="pair row between wrap balance-head">
        <span className="soft small">{t("Assets.total")}</span>{" "}
        <form method="post" action="/Assets">
          <FormToken value={token} />
          <input type="hidden" name="redirectTo" value={page} />
          <button type="submit" className="bar-button target" name={isHidden ? "show" : "hide"} value="amounts">
            <Icon
              name={isHidden ? "hidden" : "eye"}
              label={t(isHidden ? "Assets.showAmounts" : "Assets.hideAmounts")}
            />
          </button>
        </form>
      </div>
      <Sum className="balance-sum block figure" href={Sum === "a" ? "/Assets" : undefined} translate="no">
        <Amount value={amount} isHidden={isHidden} />{" "}
        <span className="unit">{amount || isHidden ? (showName ?? t("common.missing")) : null}</span>
      </Sum>
      {note}
    </div>
  );
}
