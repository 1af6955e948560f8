import { contentOf } from "../../../../content.js";

export const load = () => ({ page: contentOf("product") });
