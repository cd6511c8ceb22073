// How the page is built: plain files with hashed names, the same bytes from the same sources each time, nothing inline
// (the page's CSP forbids it), and beside them the licences of what is not ours.
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const others = ["preact", "@fontsource-variable/inter"];

function licences() {
    return {
        name: "licences",
        generateBundle() {
            const read = (name) => readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8");
            const source = others.map((name) => `${name}\n\n${read(name).trim()}\n`).join("\n\n");
            this.emitFile({ type: "asset", fileName: "licences.txt", source });
        },
    };
}

export default defineConfig({
    plugins: [licences()],
    build: {
        target: "es2022",
        assetsInlineLimit: 0,
        modulePreload: false,
        reportCompressedSize: false,
        emptyOutDir: true,
    },
    test: { include: ["test/*.test.ts"], isolate: false },
});
