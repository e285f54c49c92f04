// Bundles the styles and scripts of each page, static/{css,js}/pages/*, into static/built.
//
//   node config/assets/bundle.mjs          writes the bundles
//   node config/assets/bundle.mjs check    fails if committed bundles differ from their sources
//
// The bundles are committed, so that running the site needs only Python.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { build } from "esbuild";

const STATIC = join(import.meta.dirname, "..", "..", "static");
const BUILT = join(STATIC, "built");
/** Images up to this size (in bytes) are inlined in the style sheet: all cards except court cards. */
const INLINE_LIMIT = 2048;

const assets = {
  name: "images and fonts",
  setup({ onResolve }) {
    onResolve({ filter: /\.(svg|woff2)$/ }, ({ path, resolveDir }) => {
      const file = resolve(resolveDir, path);
      if (path.endsWith(".svg") && statSync(file).size <= INLINE_LIMIT) return { path: file };
      // Referenced by a path relative to the built files.
      return { path: relative(BUILT, file), external: true };
    });
  },
};

const pages = ["css", "js"].flatMap((kind) =>
  readdirSync(join(STATIC, kind, "pages")).map((name) => join(STATIC, kind, "pages", name)),
);
/** Runs before modules can. Wrapped in a function, so that its names don't become global. */
const CLASSIC = "early.js";
const kinds = Object.entries({
  esm: pages.filter((page) => basename(page) !== CLASSIC),
  iife: pages.filter((page) => basename(page) === CLASSIC),
});
const options = {
  outdir: BUILT,
  entryNames: "[name]",
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  loader: { ".svg": "dataurl" },
  plugins: [assets],
  write: false,
};
const builds = await Promise.all(
  kinds.map(([format, entryPoints]) => build({ ...options, format, entryPoints })),
);
const outputFiles = builds.flatMap(({ outputFiles }) => outputFiles);

const bundles = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
mkdirSync(BUILT, { recursive: true });
const present = readdirSync(BUILT);

if (process.argv[2] === "check") {
  const isStale = ([name, contents]) =>
    !present.includes(name) || !readFileSync(join(BUILT, name)).equals(contents);
  const stale = [...bundles].filter(isStale).map(([name]) => name);
  const obsolete = present.filter((name) => !bundles.has(name));
  if (stale.length || obsolete.length) {
    console.error(`Out of date: ${[...stale, ...obsolete].join(", ")}. Run make assets.`);
    process.exit(1);
  }
} else {
  for (const name of present) if (!bundles.has(name)) rmSync(join(BUILT, name));
  for (const [name, contents] of bundles) writeFileSync(join(BUILT, name), contents);
}
