import type { TextKey } from "~server/texts/catalogue";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";

interface DocumentFacts {
  /** Only the server writes it. */
  Document?: ComponentType<{ children: ReactNode }>;
  /** True if the page ships scripts; if its route hydrates but the page does not, the visitor's choice. */
  scripts: "shipped" | "none" | "switched off";
  errorStatus?: number | undefined;
  /** Version and commit; only the server knows them. */
  build?: string;
  failure?: FailureFacts | undefined;
}

/** Facts about a failure from the response; in the markup as `data-` attributes. */
export interface FailureFacts {
  reference: string;
  retryAfter: string;
  works: TextKey;
}

const DocumentContext = createContext<DocumentFacts>({ scripts: "none" });

export const DocumentProvider = DocumentContext.Provider;

export function useDocument(): DocumentFacts {
  return useContext(DocumentContext);
}
