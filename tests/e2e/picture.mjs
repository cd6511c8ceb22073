// picture.mjs - takes the README's picture of the page: the sample data, a question, its answer. Called by
// scripts/make-screenshot.

import { Bench, ask, launch, lastTurn } from "./harness.mjs";

const [binary, to] = process.argv.slice(2);
const browser = await launch();
const bench = new Bench({ binary, browser });

await bench.start();
await bench.bring("store/products.csv", "store/orders.csv", "store/customers.csv", "sales.csv");
const page = await bench.open({ width: 1200, height: 760, scale: 2 });
await page.locator(".suggestion").first().waitFor();
await ask(page, "total revenue by product in 2025");
await lastTurn(page);
await page.waitForTimeout(500);
await page.screenshot({ path: to });
await bench.end();
await browser.close();
