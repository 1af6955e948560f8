import { getZodConstraint } from "@conform-to/zod";
import type { z } from "zod";

export type MaxLengths<S extends z.AnyZodObject> = Partial<Record<keyof S["shape"] & string, number>>;

/** Returns the maximum lengths of a form's texts. The schema must set `max`; a `refine` is invisible here. */
export function maxLengths<S extends z.AnyZodObject>(schema: S): MaxLengths<S> {
  const constraints = getZodConstraint(schema);
  const lengths: Record<string, number> = {};
  for (const name of Object.keys(schema.shape as z.ZodRawShape)) {
    const most = constraints[name]?.maxLength;
    if (most !== undefined) lengths[name] = most;
  }
  return lengths as MaxLengths<S>;
}
