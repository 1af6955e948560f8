/** The token that proves that a post comes from a form of this site. Every form has it. */
export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="csrf" value={value} />;
}
