import { createRotation } from "@storefront/resilience/rotation";

/** Bodies that are being received. However many there are, a new one is always taken in. */
export interface BodiesUnderWay {
  /**
   * Takes a body in. Beyond the limit it gives up the oldest one of the sender who has most.
   *
   * @param giveUp called at most once, and not before `add` has returned, unless `max` is 0
   * @returns call it when the body has come, or was given up
   */
  add: (sender: string, giveUp: () => void) => () => void;
}

/** @param max how many may be under way */
export function bodiesUnderWay(max: number): BodiesUnderWay {
  const bodies = createRotation<() => void>();
  return {
    add(sender, giveUp) {
      bodies.add(sender, giveUp);
      if (bodies.size() > max) bodies.takeOfMost(0)?.();
      return () => bodies.delete(sender, giveUp);
    },
  };
}
