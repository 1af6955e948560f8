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
  /** By sender, each in the order of their coming. */
  const senders = new Map<string, Set<() => void>>();
  let count = 0;

  function remove(sender: string, giveUp: () => void): void {
    const own = senders.get(sender);
    if (!own?.delete(giveUp)) return;
    count -= 1;
    if (own.size === 0) senders.delete(sender);
  }

  function giveUpOne(): void {
    let [busiest] = senders;
    for (const entry of senders) if (busiest && entry[1].size > busiest[1].size) busiest = entry;
    const [oldest] = busiest?.[1] ?? [];
    if (!busiest || !oldest) return;
    remove(busiest[0], oldest);
    oldest();
  }

  return {
    add(sender, giveUp) {
      const own = senders.get(sender);
      if (own) own.add(giveUp);
      else senders.set(sender, new Set([giveUp]));
      count += 1;
      if (count > max) giveUpOne();
      return () => remove(sender, giveUp);
    },
  };
}
