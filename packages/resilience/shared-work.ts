/** Makes concurrent calls with the same key share one piece of work. */
export function sharedWork<T>(underWay: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const begun = underWay.get(key);
  if (begun) return begun;
  const mine = work().finally(() => underWay.delete(key));
  underWay.set(key, mine);
  return mine;
}
