import { useRouteLoaderData } from "@remix-run/react";
import type { LegalDocument } from "~server/content/legal-documents";
import { useText } from "~/i18n/text";
import type { RootData } from "~/root-data.server";
import { MenuItem } from "./MenuItem";
import { Icon } from "./Icon";
import { LegalBody } from "./LegalText";
import { Screen } from "./Screen";
import "~/styles/legal.css";
import { MAIL, UP } from "./page-icons";
import "~/styles/print.css";

const PAGES = [
  ["agreement", "/UserAgreement", "common.agreement"],
  ["privacy", "/PrivacyAgreement", "common.privacy"],
] as const;

export function LegalPage({ document }: { document: LegalDocument }) {
  const t = useText();
  const supportEMail = useRouteLoaderData<RootData>("root")?.site.supportEMail;
  const hasSections = document.sections.length > 0;
  return (
    <Screen title={document.title}>
      <nav className="screen-only" aria-label={t("Legal.documents")}>
        <ul className="chips wrap">
          {PAGES.map(([id, href, label]) => (
            <li key={id}>
              <a className="chip" href={href} aria-current={id === document.id ? "page" : undefined}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="legal stack">
        <LegalBody document={document} heading="h2">
          {hasSections ? (
            <nav className="card contents screen-only" aria-labelledby="contents">
              <h2 id="contents">{t("Legal.contents")}</h2>
              <ul>
                {document.sections.map(({ id, heading }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{heading}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
        </LegalBody>
        {hasSections ? (
          <p className="center screen-only">
            <a className="bar-button target" href="#contents">
              <Icon name={UP} label={t("Legal.toContents")} />
            </a>
          </p>
        ) : null}
      </div>
      <ul className="card entries screen-only">
        <li>
          <MenuItem icon="support" note={t("Legal.ask")} href="/LeavingMessage">
            {t("LeavingMessage.title")}
          </MenuItem>
        </li>
        {supportEMail ? (
          <li>
            <MenuItem icon={MAIL} note={supportEMail.replace(/^mailto:/, "")} href={supportEMail}>
              {t("common.supportEmail")}
            </MenuItem>
          </li>
        ) : null}
      </ul>
    </Screen>
  );
}
