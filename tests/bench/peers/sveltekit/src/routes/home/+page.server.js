import { contentOf } from "../../../../content.js";

export const csr = false;
export const load = () => ({ page: contentOf("home") });
