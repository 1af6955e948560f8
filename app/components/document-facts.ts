import { createContext, useContext, type ComponentType, type ReactNode } from "react";

interface DocumentFacts {
  /** What is around `#page`; only the server writes it. */
  Document?: ComponentType<{ children: ReactNode }>;
  /** Whether the page ships scripts, and the visitor's choice where it does not although its route hydrates. */
  scripts: "shipped" | "none" | "switched off";
  /** The HTTP status, where the page is that of an error. */
  trouble?: number | undefined;
  /** The id of the request that the page answers; it is shown only beside a failure. */
  reference?: string | undefined;
}

const DocumentContext = createContext<DocumentFacts>({ scripts: "none" });

/** Set by both entries. */
export const DocumentProvider = DocumentContext.Provider;

/** Facts about the document as a whole. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext);
}
