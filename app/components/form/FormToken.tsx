export function FormToken({ value }: { value: string }) {
  return <input type="hidden" name="csrf" value={value} />;
}
