import { useLocation, isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { readMessage, useText } from "~/i18n/text";
import type { TextKey } from "~server/texts/catalogue";
import { EmptyState } from "./EmptyState";
import { FailureDetails, RetryIn } from "./FailureDetails";
import { Screen } from "~/components/layout/Screen";

const BROKEN = ["Error.brokenTitle", "Error.brokenText"] as const;

const TEXTS: Record<number, [title: TextKey, text: TextKey]> = {
  400: ["Error.methodTitle", "Error.notFoundText"],
  403: ["Error.forgedTitle", "errors.forged"],
  404: ["Error.notFoundTitle", "Error.notFoundText"],
  405: ["Error.methodTitle", "Error.notFoundText"],
  429: ["Error.limitTitle", "Error.limitText"],
  503: ["Error.unavailableTitle", "Error.unavailableText"],
};

export function errorTitle(status: number): TextKey {
  return (TEXTS[status] ?? BROKEN)[0];
}

export function ErrorPage({
  status,
  failure,
  children,
}: {
  status: number;
  /** Text that replaces the general text for this status. */
  failure?: string | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const { pathname, search } = useLocation();
  const [title, text] = TEXTS[status] ?? BROKEN;
  return (
    <Screen title={t(title)}>
      <EmptyState
        illustration={status >= 500 ? "offline" : status === 429 ? "waiting" : "lost"}
        text={readMessage(t, failure ?? text)}
        wait={status >= 500 ? <RetryIn /> : null}
      >
        {status >= 500 ? <ButtonLink href={pathname + search}>{t("common.retry")}</ButtonLink> : null}
        <QuietLink href="/Index/Home">{t("common.backToTop")}</QuietLink>
      </EmptyState>
      {status >= 500 ? <FailureDetails /> : null}
      {children}
    </Screen>
  );
}

/** Reads status and message of the error that a boundary shows; throws any other error in the browser. */
export function useErrorStatus(): { status: number; failure?: string | undefined } {
  const error = useRouteError();
  if (isRouteErrorResponse(error)) {
    return { status: error.status, ...(error.data as { failure?: string } | null) };
  }
  if (typeof document === "object") throw error;
  return { status: 500 };
}
