import { createHash } from "node:crypto";
import Big from "big.js";
import { MINERS } from "./data/miners";
import type { Product } from "./data/power";
import { readSetting, writeSetting, type Database } from "./database";
import { countOf, textOf, type Call, type SandboxState, HASHRATE, type Calls } from "./call";
import type { Body } from "./values";
import { Refusal } from "./refusals";

const TYPE = { power: 1, miner: 2 } as const;

const EDITION_SETTING = "catalogueEdition";

/** Writes the catalogue into the database if its edition differs. In the same edition, sold stock stays sold. */
export function seedProducts({ database, offer: { power } }: SandboxState): void {
  const { edition, rows } = catalogueOf(power);
  if (readSetting(database, EDITION_SETTING) === edition) return;
  writeSetting(database, EDITION_SETTING, edition);
  database.run("DELETE FROM products");
  for (const row of rows) database.run("INSERT INTO products VALUES (?, ?, ?, ?, ?)", ...row);
}

type Products = SandboxState["offer"]["power"];
const catalogues = new WeakMap<Products, ReturnType<typeof makeCatalogue>>();

/** Returns the catalogue's rows, cached because the sandbox is reset before each of thousands of tests. */
function catalogueOf(power: Products): ReturnType<typeof makeCatalogue> {
  const made = catalogues.get(power) ?? makeCatalogue(power);
  catalogues.set(power, made);
  return made;
}

/** Makes the rows, and an edition that changes with the content. */
function makeCatalogue(power: Products) {
  const rowsOf = (type: number, products: Products) =>
    products.map(({ stock, ...rest }, position) => [
      ...[String(rest.productId), type, position],
      ...[stock, JSON.stringify(rest)],
    ]);
  return {
    edition: createHash("sha256")
      .update(JSON.stringify([power, MINERS]))
      .digest("base64url"),
    rows: [...rowsOf(TYPE.power, power), ...rowsOf(TYPE.miner, MINERS)],
  };
}

const FIRST_COPY = 900_000;

/**
 * Adds copies of products until there are this many of each kind. The copies have their own numbers, also in their
 * titles.
 */
export function copyProducts(database: Database, most: number): void {
  for (const type of Object.values(TYPE)) {
    const rows = database.rows<Row>("SELECT * FROM products WHERE type = ? ORDER BY position", type);
    for (let position = rows.length; position < most; position += 1) {
      const row = rows[position % rows.length];
      if (!row) continue;
      const id = String(FIRST_COPY + type * 10_000 + position);
      const { stock, ...product } = read(row);
      const title = { el_GR: `${product.title.el_GR} ${position}`, en_US: `${product.title.en_US} ${position}` };
      const fields = JSON.stringify({ ...product, productId: id, title });
      database.run("INSERT INTO products VALUES (?, ?, ?, ?, ?)", id, type, position, stock, fields);
    }
  }
}

interface Row {
  id: string;
  type: number;
  stock: string;
  fields: string;
}

const read = (row: Row): Product => ({ ...(JSON.parse(row.fields) as Omit<Product, "stock">), stock: row.stock });

/** @throws Refusal productUnknown */
export function productOf(database: Database, productId: string): Product {
  const product = productIfAny(database, productId);
  if (!product) throw new Refusal("productUnknown");
  return product;
}

function productIfAny(database: Database, productId: string): Product | undefined {
  const row = database.row<Row>("SELECT * FROM products WHERE id = ?", productId);
  return row && read(row);
}

/** Returns a decimal of a product; undefined if it is missing or not a decimal. */
export function decimalOf(product: Product, name: string): Big | undefined {
  const value = product.fields[name];
  const isDecimal = typeof value === "number" || (typeof value === "string" && /^\d+(\.\d+)?$/.test(value));
  return isDecimal ? new Big(value) : undefined;
}

/** Returns the most that can be bought now: the product's limit, or its stock if that is less. */
export function maximumOf(product: Product): Big {
  const limit = decimalOf(product, "maxBuy") ?? new Big(0);
  const stock = new Big(product.stock);
  return stock.lt(limit) ? stock : limit;
}

/** Changes a product: `stock`, `title`, or any other field by its name. */
export function changeProduct(database: Database, productId: string, patch: Body): void {
  const product = productOf(database, productId);
  const { stock = product.stock, title, ...fields } = patch;
  const changed = {
    ...product,
    ...(typeof title === "string" ? { title: { el_GR: title, en_US: title } } : {}),
    fields: { ...product.fields, ...fields },
  };
  database.run(
    "UPDATE products SET stock = ?, fields = ? WHERE id = ?",
    String(stock),
    JSON.stringify(changed),
    productId,
  );
}

/** Returns a product as the upstream sends it. */
function shown(product: Product, call: Call, inList: boolean) {
  const { state, locale } = call;
  const image = (name: string) => `${state.origin}/images/${name}.svg`;
  const limited = maximumOf(product);
  const limit = decimalOf(product, "maxBuy");
  const attributes = !inList || textOf(call.body, "attrKvKey") !== "" ? product.listed : undefined;
  return {
    productId: product.productId,
    title: product.title[locale],
    thumbnail2List: image(product.picture),
    thumbnail2Detail: product.gallery.map(image),
    ...Object.fromEntries(Object.entries(product.inLanguage ?? {}).map(([name, both]) => [name, both[locale]])),
    ...product.fields,
    ...(limit && limited.lt(limit) ? { maxBuy: limited.toFixed() } : {}),
    ...(product.statusText ? { status_text: product.statusText[locale] } : {}),
    ...(attributes
      ? { otherAttrs: attributes.map(({ name, description }) => ({ attr: name[locale], description })) }
      : {}),
  };
}

/** project_sku: returns one page of power (type 1) or miners (type 2). */
export function productList(call: Call) {
  const { state, body } = call;
  const type = textOf(body, "type") === "2" ? TYPE.miner : TYPE.power;
  const page = countOf(body, "page", 1, 1_000_000);
  const size = countOf(body, "pageSize", 10, 100);
  const sql = "SELECT * FROM products WHERE type = ? ORDER BY position LIMIT ? OFFSET ?";
  const rows = state.database.rows<Row>(sql, type, size, (page - 1) * size);
  return { data: rows.map((row) => shown(read(row), call, true)), count: countProducts(state, type) };
}

function countProducts(state: SandboxState, type: number): number {
  return state.database.row<{ n: number }>("SELECT count(*) AS n FROM products WHERE type = ?", type)?.n ?? 0;
}

/** project_sku_detail: succeeds without data for an unknown product. */
export function productDetail(call: Call) {
  const product = productIfAny(call.state.database, textOf(call.body, "productId"));
  return product ? shown(product, call, false) : null;
}

export const CATALOGUE_CALLS: Calls = {
  [`${HASHRATE}/project_sku`]: productList,
  [`${HASHRATE}/project_sku_detail`]: productDetail,
};
