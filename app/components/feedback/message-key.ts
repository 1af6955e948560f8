import { useRef } from "react";

/**
 * A key that changes with each message, even if the words are the same, so that the message is rendered as a new
 * element and announced again.
 *
 * @param message stays the same object as long as it is the same message
 */
export function useMessageKey(message: object | undefined): number {
  const last = useRef({ message, count: 0 });
  if (last.current.message !== message) last.current = { message, count: last.current.count + 1 };
  return last.current.count;
}
