import { ACCOUNT_ROWS } from "./rows-account";
import { ENTRANCE_ROWS } from "./rows-entrance";
import { MONEY_ROWS } from "./rows-money";
import { PUBLIC_ROWS } from "./rows-public";
import type { Row } from "./row";

/** Every call of the upstream on the screens that need it: the rows of the matrix. */
export const ROWS: readonly Row[] = [...PUBLIC_ROWS, ...ENTRANCE_ROWS, ...ACCOUNT_ROWS, ...MONEY_ROWS];
