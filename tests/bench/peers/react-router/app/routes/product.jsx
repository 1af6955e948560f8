import { contentOf } from "../../../content.js";
import { metaOf, Page } from "../Page";

export const handle = { hydrates: true };
export const loader = () => contentOf("product");
export const meta = ({ loaderData }) => metaOf(loaderData);

export default ({ loaderData }) => <Page page={loaderData} />;
