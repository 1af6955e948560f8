/**
 * Waits for a result no longer than this. What it waits for goes on.
 *
 * @param late gives the result of a time that is over, or throws it
 * @throws what the awaited promise rejects with in time; afterwards what `late` throws
 */
export async function withDeadline<T>(pending: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([pending, deadline.then(late)]).finally(() => clearTimeout(timer));
}
