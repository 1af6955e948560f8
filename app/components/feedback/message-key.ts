import { useRef } from "react";

/** Returns a key that changes with each message object, so that screen readers announce an equal text again. */
export function useMessageKey(message: object | undefined): number {
  const last = useRef({ message, count: 0 });
  if (last.current.message !== message) last.current = { message, count: last.current.count + 1 };
  return last.current.count;
}
