import { useState } from "react";
import { wasDropped } from "./dropped-post";

/**
 * Counts the server's answers to the forms of the page. A form with this as its `key` loses its password or code as
 * soon as it is refused, not only after the page's data have been read again: by then the visitor may be typing.
 *
 * @param answer the last answer, as `useActionData` gives it; undefined while there is none
 */
export function useAnswerNumber(answer: unknown): number {
  const [last, setLast] = useState({ answer, number: 0 });
  // A form that never arrived keeps all that was typed.
  if (answer === undefined || answer === last.answer || wasDropped(answer)) return last.number;
  const next = { answer, number: last.number + 1 };
  setLast(next);
  return next.number;
}
