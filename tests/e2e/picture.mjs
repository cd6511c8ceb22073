// picture.mjs - takes pictures of the page on the sample data: of the chat, and of each other place in use. Called by
// scripts/generate/make-screenshot.
//
//   picture.mjs BINARY FOLDER      writes page.png and screenshot-<place>.png

import { join } from "node:path";
import { Bench, ask, launch, lastTurn, sample } from "./harness.mjs";
import { fill, orders } from "./investigate.mjs";

const [binary, folder] = process.argv.slice(2);
const browser = await launch();
const bench = new Bench({ binary, browser });

async function chat(page) {
    await page.locator(".suggestion").first().waitFor();
    await ask(page, "total revenue by product in 2025");
    await lastTurn(page);
}

async function investigate(page) {
    await page.locator('.place input[type="file"]').setInputFiles(
        [{ name: "orders.csv", mimeType: "text/csv", buffer: orders() }]);
    await page.locator(".session-file").waitFor();
    await fill(page);
    await page.getByRole("button", { name: "Start the investigation" }).click();
    await page.locator(".report-text").waitFor({ timeout: 60_000 });
}

async function tasks(page) {
    await page.getByRole("button", { name: "Details" }).click();
    for (const [title, due, repeat, priority, tags] of [["Send the quarterly figures", "tomorrow 5pm", "", "high", "work"],
        ["Call the roastery about prices", "friday", "", "", "work shop"],
        ["Water the plants", "next monday", "every week", "", "home"]]) {
        await page.fill("#new-task", title);
        await page.fill("#new-due", due);
        await page.fill("#new-repeat", repeat);
        await page.selectOption("#new-priority", priority);
        await page.fill("#new-tags", tags);
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.locator(".task-title").getByText(title).waitFor();
    }
    await page.getByRole("button", { name: "Details" }).click();
    for (const [n, words] of ["remind me to order espresso cups tomorrow", "complete the second one", "delete task 4"].entries()) {
        await page.fill("#question", words);
        await page.press("#question", "Enter");
        await page.locator(".message.assay").nth(n).waitFor();
    }
}

async function documents(page) {
    await page.locator('.place input[type="file"]').setInputFiles(sample("handbook.md"));
    await page.locator(".document").waitFor();
    await page.fill("#question", "how many days of leave does everyone have?");
    await page.press("#question", "Enter");
    await page.locator(".cited").waitFor();
}

async function runs(page) {
    await page.fill("#intent", "top 5 products by revenue with chart");
    await page.getByLabel("sales.csv").check();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".run .chart").waitFor({ timeout: 30_000 });
    await page.locator(".entries li").first().waitFor();
}

const pictures = [["page.png", "/", chat], ["screenshot-investigate.png", "/#/investigate", investigate],
    ["screenshot-tasks.png", "/#/tasks", tasks], ["screenshot-documents.png", "/#/documents", documents],
    ["screenshot-runs.png", "/#/runs", runs]];

try {
    await bench.start();
    await bench.bring("store/products.csv", "store/orders.csv", "store/customers.csv", "sales.csv");
    for (const [name, path, act] of pictures) {
        const page = await bench.open({ width: 1200, height: 760, scale: 2, path });
        await act(page);
        await page.mouse.move(0, 0);
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(folder, name) });
        console.log(join(folder, name));
    }
} finally {
    await bench.end();
    await browser.close();
}
