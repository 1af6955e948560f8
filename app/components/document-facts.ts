import { createContext, useContext } from "react";

interface DocumentFacts {
  /**
   * What the page's scripts need. Undefined on a page without scripts: none of its routes hydrates, it is an error's
   * page, or the visitor saves data.
   */
  scripts?:
    | {
        /** The texts of the page, as JSON. */
        texts: string;
        /** The nonce that the page's own scripts carry; the browser hides nonces and needs none. */
        nonce?: string | undefined;
      }
    | undefined;
  /** The page shows a form that was refused; its title begins with that. */
  refused: boolean;
  /** The HTTP status, where the page is that of an error. */
  trouble?: number | undefined;
  /** The id of the request that the page answers; it is shown only beside a failure. */
  reference?: string | undefined;
}

const DocumentContext = createContext<DocumentFacts>({ refused: false });

/** Set by both entries. */
export const DocumentProvider = DocumentContext.Provider;

/** Facts about the document as a whole. */
export function useDocument(): DocumentFacts {
  return useContext(DocumentContext);
}
