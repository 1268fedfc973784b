// What esbuild knows and TypeScript does not.
declare module "*.css";
