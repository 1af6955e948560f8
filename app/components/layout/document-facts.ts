import type { TextKey } from "~server/texts/catalogue";
import { createContext, useContext, type ComponentType, type ReactNode } from "react";

interface DocumentFacts {
  Document?: ComponentType<{ children: ReactNode }>;
  /** Tells if the page ships scripts; "switched off" if its route would hydrate but this visitor's pages do not. */
  scripts: "shipped" | "none" | "switched off";
  errorStatus?: number | undefined;
  /** Version and commit, which only the server knows. */
  build?: string;
  failure?: FailureFacts | undefined;
}

/** Facts about a failure that only the response has. In the markup they are `data-` attributes. */
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
