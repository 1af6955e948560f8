import { useRef } from "react";

/**
 * A key that changes with each message, also where its words are those of the last one: what says it is then a new
 * element, which is seen and announced anew (behaviour 10.46).
 *
 * @param message the same object for as long as it is the same message
 */
export function useOccurrence(message: object | undefined): number {
  const last = useRef({ message, count: 0 });
  if (last.current.message !== message) last.current = { message, count: last.current.count + 1 };
  return last.current.count;
}
