import { route } from "@react-router/dev/routes";

export default [route("home", "routes/home.jsx"), route("product", "routes/product.jsx")];
