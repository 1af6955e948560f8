/** Returns true if the visitor came to this page by the browser's Back or Forward. */
export function isBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  // Safari before 15 has only the older interface.
  const older: { navigation?: { type: number } } = performance;
  return entry?.type === "back_forward" || older.navigation?.type === 2;
}
