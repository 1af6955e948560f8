import { useState } from "react";

/**
 * Counts the answers of the server to the forms of the page. A form that is keyed by it starts anew, without the
 * password or the code, as soon as it is refused; not later, when the page's data have been read again and somebody may
 * be typing already.
 *
 * @param answer the last answer, as `useActionData` gives it; undefined while there is none
 */
export function useAnswerNumber(answer: unknown): number {
  const [last, setLast] = useState({ answer, number: 0 });
  if (answer === undefined || answer === last.answer) return last.number;
  const next = { answer, number: last.number + 1 };
  setLast(next);
  return next.number;
}
