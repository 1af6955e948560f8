import type { TextKey } from "~/i18n/el_GR";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";

interface DocumentFacts {
  /** What is around `#page`; only the server writes it. */
  Document?: ComponentType<{ children: ReactNode }>;
  /** Whether the page ships scripts, and the visitor's choice where it does not although its route hydrates. */
  scripts: "shipped" | "none" | "switched off";
  /** The HTTP status, where the page is that of an error. */
  errorStatus?: number | undefined;
  /** What is said beside a failure (behaviour 13.30). */
  failure?: Answered | undefined;
}

/** What the answer to a request knows of it, as `data-` attributes hold it. */
export interface Answered {
  /** The id of the request. */
  reference: string;
  /** In how many seconds to try again. */
  retryAfter: string;
  /** What still works. */
  works: TextKey;
}

const DocumentContext = createContext<DocumentFacts>({ scripts: "none" });

/** Set by both entries. */
export const DocumentProvider = DocumentContext.Provider;

/** Facts about the document as a whole. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext);
}
