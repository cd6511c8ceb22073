// main.mjs - runs the tests and counts them: LANES at a time, each with a server, a home and a browser's context of its
// own. A test mostly waits, for the page or for the server, so two at a time take little more than half as long. What
// is timed (alone) runs after the others, by itself.

import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { accessCases } from "./access.mjs";
import { askCases } from "./ask.mjs";
import { chatCases } from "./chat.mjs";
import { dataCases } from "./data.mjs";
import { documentCases } from "./documents.mjs";
import { Bench, launch } from "./harness.mjs";
import { investigateCases } from "./investigate.mjs";
import { placeCases } from "./places.mjs";
import { proofCases } from "./proof.mjs";
import { runCases } from "./runs.mjs";
import { taskCases } from "./tasks.mjs";
import { taskMoreCases } from "./tasks_more.mjs";
import { troubleCases } from "./trouble.mjs";

const CASE_MS = 60_000;
const LANES = 2;
const [binary, pictures = "-", word = ""] = process.argv.slice(2);

if (!binary) {
    console.error("usage: tests/e2e/run BINARY [PICTURES] [WORD]");
    process.exit(2);
}
if (pictures !== "-")
    mkdirSync(pictures, { recursive: true });

async function runCase(browser, [name, body, options = {}]) {
    const place = pictures === "-" ? null : pictures;
    const bench = new Bench({ binary: resolve(binary), browser, pictures: place, ...options });
    const began = performance.now();
    let timer;
    let error = null;

    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not done after ${CASE_MS / 1000} s`)), CASE_MS);
    });
    try {
        await Promise.race([late, (async () => {
            await bench.start();
            await body(bench);
            bench.check();
        })()]);
    } catch (thrown) {
        error = thrown;
        await bench.picture(`failed-${name.replace(/[^a-z0-9]+/gi, "-")}`).catch(() => undefined);
    }
    clearTimeout(timer);
    await bench.end();
    console.log(`${error ? "FAILED" : "ok    "} ${name}  ${((performance.now() - began) / 1000).toFixed(1)} s`
        + (error ? `\n${String(error.stack ?? error).replace(/^/gm, "    ")}` : ""));
    return !error;
}

const cases = [...dataCases, ...askCases, ...chatCases, ...proofCases, ...placeCases, ...investigateCases, ...taskCases,
    ...taskMoreCases, ...documentCases, ...runCases, ...troubleCases, ...accessCases];
const browser = await launch();
let passed = 0;
let failed = 0;

const chosen = cases.filter(([name]) => name.includes(word));

async function runLane(waiting) {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
        if (await runCase(browser, one))
            passed++;
        else
            failed++;
    }
}

const together = chosen.filter(([, , options]) => !options?.alone);

await Promise.all(Array.from({ length: LANES }, () => runLane(together)));
await runLane(chosen.filter(([, , options]) => options?.alone));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
