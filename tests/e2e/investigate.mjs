// investigate.mjs - the form, the run, the report and the chat about it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { onAPhone } from "./harness.mjs";

/** Two months of orders, every day alike; in the second, East loses its online orders' worth by nine tenths. */
export function orders() {
    const lines = ["day,region,channel,amount"];

    for (const month of ["2025-03", "2025-04"])
        for (let day = 1; day <= 30; day++)
            for (const region of ["East", "North", "South", "West"])
                for (const channel of ["Online", "Shop"]) {
                    const isFallen = month === "2025-04" && region === "East" && channel === "Online";
                    lines.push(`${month}-${String(day).padStart(2, "0")},${region},${channel},${isFallen ? 10 : 100 + (day % 3)}`);
                }
    return Buffer.from(lines.join("\n") + "\n");
}

async function opened(t, buffer = orders()) {
    const page = await t.open({ path: "/#/investigate" });

    await page.getByText("None yet.").waitFor();
    await page.locator('.place input[type="file"]').setInputFiles([{ name: "orders.csv", mimeType: "text/csv", buffer }]);
    await page.locator(".session-file").waitFor();
    return page;
}

export async function fill(page) {
    await page.getByLabel("What is in orders.csv").fill("One row for each region, channel and day.");
    await page.getByRole("button", { name: "sum(amount)" }).click();
    await page.fill("#baselineStart", "2025-03-01");
    await page.fill("#baselineEnd", "2025-03-30");
    await page.fill("#compareStart", "2025-04-01");
    await page.fill("#compareEnd", "2025-04-30");
    await page.getByText("Everything is there.").waitFor();
}

const start = (page) => page.getByRole("button", { name: "Start the investigation" }).click({ force: true });

export const investigateCases = [
    // req: metrics US3, FR-001/thin, FR-002, FR-006, FR-006a, SC-007
    ["the form says what is missing, field by field, and does not start before", async (t) => {
        const page = await t.open({ path: "/#/investigate" });
        await page.getByText("None yet.").waitFor();
        await start(page);
        await page.getByText("Add at least one CSV file.").waitFor();
        assert.equal(await page.locator("[aria-invalid=true]").count(), 3);
        await t.accessible(page, "investigate missing");
        await page.locator('.place input[type="file"]').setInputFiles([{ name: "orders.csv", mimeType: "text/csv", buffer: orders() }]);
        await page.locator(".session-file").getByText("480 rows").waitFor();
        await page.getByText("Columns: day, region, channel, amount").waitFor();
        await page.getByText("Say what is in it.").waitFor();
        await fill(page);
        await page.fill("#compareEnd", "2025-03-01");
        await page.getByText("It ends before it begins.").waitFor();
        await start(page);
        await t.accessible(page, "investigate form");
        await onAPhone(t, page, "investigate form");
        assert.ok(!t.requests.some((r) => r.path.endsWith("/investigate")), "nothing was started");
    }],

    ["a file that cannot be investigated is refused, by the page and by the server", async (t) => {
        const page = await t.open({ path: "/#/investigate" });
        const input = page.locator('.place input[type="file"]');
        await input.setInputFiles([{ name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") }]);
        await page.getByText("Only .csv files can be investigated.").waitFor();
        await input.setInputFiles([{ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("") }]);
        await page.locator(".failure").filter({ hasNotText: "Only .csv" }).waitFor();
        assert.equal(await page.locator(".session-file").count(), 0);
        await t.accessible(page, "investigate refused file");
    }, { failures: true }],

    // req: metrics US1, US2/thin, US4, FR-017/thin, FR-019, FR-020, FR-024/thin
    ["an investigation runs to its report, whose waterfall adds up, and can be asked about", async (t) => {
        const page = await opened(t);
        await fill(page);
        await start(page);
        await page.locator(".report-text").waitFor({ timeout: 30_000 });
        assert.match(await page.locator(".report-text").textContent(), /Explanations/);
        assert.match(await page.locator(".causes").textContent(), /Most Likely.*East/s);
        await page.getByText("The figures as a table").click();
        const figures = (await page.locator(".chart-figures td.number").allTextContents()).map((text) => Number(text.replaceAll(",", "")));
        const sum = figures.slice(0, -1).reduce((a, b) => a + b);
        assert.ok(figures.length >= 3 && Math.abs(sum - figures.at(-1)) < 1e-6, figures.join(" "));
        await t.accessible(page, "investigate report");
        const [download] = await Promise.all([page.waitForEvent("download"),
            page.getByRole("button", { name: "Download as Markdown" }).click()]);
        assert.match(download.suggestedFilename(), /^investigation-[0-9a-f]{8}\.md$/);
        assert.match(readFileSync(await download.path(), "utf8"), /^# .*\n[^]*## /);
        await page.getByRole("button", { name: "How was it calculated?" }).click();
        await page.locator(".message.assay").waitFor();
        assert.match(await page.locator(".message.assay").textContent(), /\d/);
        await t.accessible(page, "investigate chat");
        await page.reload();
        await page.locator(".report-text").waitFor();
        assert.equal(await page.locator(".message").count(), 2);
        await onAPhone(t, page, "investigate report");
        await t.clean(page);
    }],

    ["a run is followed as it happens, and asked after when the stream breaks", async (t) => {
        const page = await opened(t);
        let asked = 0;
        await page.route("**/events", (route) => (asked++, route.abort()));
        await fill(page);
        await start(page);
        await page.locator(".report-text").waitFor({ timeout: 30_000 });
        assert.ok(asked > 0);
    }, { failures: true }],

    ["an investigation that runs shows its steps", async (t) => {
        const page = await opened(t);
        await page.route((url) => /^\/api\/sessions\/[^/]+$/.test(url.pathname), async (route) => {
            const response = await route.fetch();
            const session = await response.json();
            await route.fulfill({ response, json: { ...session, status: session.report_ready ? "running" : session.status } });
        });
        await fill(page);
        await start(page);
        const running = page.getByRole("region", { name: "The investigation" });
        await running.locator(".steps .done").first().waitFor();
        await t.accessible(page, "investigate running");
    }],

    // req: metrics FR-026/thin
    ["investigations are listed with when they go, and are deleted after a second click", async (t) => {
        const page = await opened(t);
        const item = page.locator(".item");
        await page.reload();
        await item.waitFor();
        assert.match(await item.textContent(), /Not started, 1 file.*deleted in 23 hours/);
        await page.getByRole("button", { name: /^Delete the investigation/ }).click();
        await t.accessible(page, "investigate delete");
        await page.getByRole("button", { name: "Delete", exact: true }).click();
        await page.getByText("None yet.").waitFor();
        assert.equal(new URL(page.url()).hash, "#/investigate");
    }],

    ["an investigation that is not there, or not there any more, is told as such", async (t) => {
        const page = await t.open({ path: "/#/investigate/00000000-0000-4000-8000-000000000000" });
        await page.locator(".here .failure").waitFor();
        await t.accessible(page, "investigate gone");
        await page.getByRole("link", { name: "Begin a new one" }).click();
        await page.getByText("1. The data").waitFor();
    }, { failures: true }],
];
