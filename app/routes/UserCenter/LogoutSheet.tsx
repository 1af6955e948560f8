import { Form, useActionData } from "@remix-run/react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { hasErrors, readSubmission } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { Sheet } from "~/components/form/Sheet";
import { useText } from "~/i18n/text";
import type { logout } from "./logout.server";

/** Asks before signing out. */
export function LogoutSheet({ token }: { token: string }) {
  const t = useText();
  const submission = readSubmission("logout", useActionData<typeof logout>()?.lastResult, {});
  return (
    <Sheet title={t("UserCenter.logoutTitle")} closeTo="/UserCenter" leads={!hasErrors(submission)}>
      <ErrorSummary {...submission} labels={{}} />
      <p className="soft">{t("UserCenter.logoutText")}</p>
      <Form method="post" className="actions">
        <FormToken value={token} />
        <button type="submit" className="button">
          {t("UserCenter.logout")}
        </button>{" "}
        <ButtonLink quiet href="/UserCenter">
          {t("common.cancel")}
        </ButtonLink>
      </Form>
    </Sheet>
  );
}
