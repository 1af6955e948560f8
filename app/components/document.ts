import { createContext, useContext } from "react";

interface DocumentFacts {
  /** The page ships scripts: one of its routes hydrates, it is no error's page, and the visitor does not save data. */
  scripted: boolean;
  /** The nonce that the page's own scripts carry; the browser hides nonces and needs none. */
  nonce?: string;
  /** The page shows a form that was refused; its title says so first. */
  refused: boolean;
  /** The HTTP status, where the page is that of an error. */
  trouble?: number;
  /** The id of the request that the page answers; only what says that something failed shows it. */
  reference?: string;
}

const DocumentContext = createContext<DocumentFacts>({ scripted: false, refused: false });

/** Set by both entries. */
export const DocumentProvider = DocumentContext.Provider;

/** What the document as a whole knows of its own answer. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext);
}
