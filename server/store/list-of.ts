import { z } from "zod";

/** More elements than any stored list has. */
const LENGTH_MAX = 3_000;

/**
 * Like `z.array`, but stops at the first invalid element: zod takes 20 s to describe a megabyte of them, which a
 * manipulated Redis may contain. A list longer than `lengthMax` is invalid.
 */
export const listOf = <S extends z.ZodTypeAny>(element: S, lengthMax = LENGTH_MAX) => {
  const isShort = (sent: unknown) => Array.isArray(sent) && sent.length <= lengthMax;
  return z.custom<unknown[]>(isShort).transform((sent, context): z.output<S>[] => {
    const read: z.output<S>[] = [];
    for (const one of sent) {
      const parsed = element.safeParse(one);
      if (!parsed.success) {
        context.addIssue({ code: "custom", message: "a wrong element" });
        return z.NEVER;
      }
      read.push(parsed.data as z.output<S>);
    }
    return read;
  });
};
