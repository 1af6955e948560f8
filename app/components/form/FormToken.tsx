/** Proves that a post comes from a form of this site; every form has one. */
export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="csrf" value={value} />;
}
