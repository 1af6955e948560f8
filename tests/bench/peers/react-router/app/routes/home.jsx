import { contentOf } from "../../../content.js";
import { metaOf, Page } from "../Page";

export const loader = () => contentOf("home");
export const meta = ({ loaderData }) => metaOf(loaderData);

export default ({ loaderData }) => <Page page={loaderData} />;
