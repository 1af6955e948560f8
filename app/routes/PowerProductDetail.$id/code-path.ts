/** The sheet for the code, with the payment that was confirmed: another tab may ask for another quote meanwhile. */
export function codePath(path: string, { payment }: { payment: string }): string {
  return `${path}?step=code&payAmount=${payment}`;
}
