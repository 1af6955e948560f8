import { useRef } from "react";

/**
 * Returns a key that changes with each message, even if the text is the same, so that React renders a new element and
 * screen readers announce it again.
 *
 * @param message stays the same object as long as it is the same message
 */
export function useMessageKey(message: object | undefined): number {
  const last = useRef({ message, count: 0 });
  if (last.current.message !== message) last.current = { message, count: last.current.count + 1 };
  return last.current.count;
}
