import type { Body, Both } from "../platform";

/** A product as it is stored. `fields` goes out as it is. */
export interface Product {
  productId: string | number;
  title: Both;
  picture: string;
  /** Names of the pictures on its page. */
  gallery: readonly string[];
  /** The rest to sell: terabytes or machines, decimal text. */
  stock: string;
  statusText?: Both;
  /** The few attributes that a list shows when it names them by `attrKvKey`. */
  listed?: readonly { name: Both; description: string }[];
  fields: Body;
  /** Fields that go out in the request's language alone. */
  inLanguage?: Readonly<Record<string, Readonly<Record<keyof Both, unknown>>>>;
}
