/** How much may be done at a time: in all, for one name, and how much may wait for that. */
export interface Limits {
  atOnce: number;
  perName: number;
  waiting: number;
}

/**
 * Makes a gate that lets work through within limits, the first first; what waits for a slow name is passed by others.
 *
 * @param full what is thrown when too much waits
 */
export function limited({ atOnce, perName, waiting }: Limits, full: () => Error) {
  const queue: { name: string; begin: () => void }[] = [];
  const running = new Map<string, number>();
  let count = 0;

  const isFree = (name: string) => count < atOnce && (running.get(name) ?? 0) < perName;

  function take(name: string): void {
    count += 1;
    running.set(name, (running.get(name) ?? 0) + 1);
  }

  function give(name: string): void {
    count -= 1;
    const left = (running.get(name) ?? 1) - 1;
    if (left > 0) running.set(name, left);
    else running.delete(name);
    const at = queue.findIndex((next) => isFree(next.name));
    const [next] = at < 0 ? [] : queue.splice(at, 1);
    if (!next) return;
    take(next.name);
    next.begin();
  }

  /** @throws what `full` gives, and what `work` throws */
  return async function run<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (isFree(name)) take(name);
    else {
      if (queue.length >= waiting) throw full();
      await new Promise<void>((begin) => queue.push({ name, begin }));
    }
    try {
      return await work();
    } finally {
      give(name);
    }
  };
}
