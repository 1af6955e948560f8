/** Waits at most `ms` for a result, then returns or throws the result of `late`. The work continues. */
export async function withDeadline<T>(pending: Promise<T>, ms: number, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([pending, deadline.then(late)]).finally(() => clearTimeout(timer));
}
