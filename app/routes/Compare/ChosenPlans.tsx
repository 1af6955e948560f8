import type { ReactNode } from "react";
import { FormToken } from "~/components/form/FormToken";
import { MissingProduct } from "~/components/product/MissingProduct";
import { useText } from "~/i18n/text";
import type { Comparison } from "./comparison.server";

/** The columns, and the plans that are gone. Plans that this browser chose are in a form that removes them. */
export function ChosenPlans({
  lost,
  isWhole,
  token,
  children,
}: Pick<Comparison, "lost" | "isWhole"> & {
  /** Undefined where the address names the plans. */
  token?: string | undefined;
  /** The columns. */
  children: ReactNode;
}) {
  const t = useText();
  const list = (
    <>
      {children}
      {lost.map((productId) => (
        <MissingProduct
          key={productId}
          productId={productId}
          isWhole={isWhole}
          {...(token === undefined ? {} : { button: "drop" })}
        />
      ))}
    </>
  );
  if (token === undefined) {
    return (
      <>
        <p className="soft small">{t("Compare.fromAddress")}</p>
        {list}
      </>
    );
  }
  return (
    <form method="post" action="/Compare">
      <FormToken value={token} />
      {list}
    </form>
  );
}
