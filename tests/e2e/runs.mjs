// runs.mjs - an analysis: asked for, done, looked at.

import assert from "node:assert/strict";
import { onAPhone } from "./harness.mjs";

async function run(t, intent, { report = false } = {}) {
    await t.bring("sales.csv");
    const page = await t.open({ path: "/#/runs" });

    await page.fill("#intent", intent);
    await page.getByLabel("sales.csv").check();
    if (report)
        await page.getByLabel("A report").check();
    await t.accessible(page, "runs form");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".run").waitFor({ timeout: 30_000 });
    return page;
}

export const runCases = [
    // req: analyst FR-005/thin, FR-007/thin, FR-009/thin, FR-034/thin
    ["an analysis shows its findings, tables, chart, report, plan, calls and entries, and is verified", async (t) => {
        const page = await run(t, "top 3 products by revenue with chart", { report: true });
        const shown = page.locator(".run");
        await shown.locator(".findings").getByText("Espresso Machine").first().waitFor();
        await shown.locator(".artifact table").first().waitFor();
        assert.match(await shown.locator(".artifact table").first().textContent(), /Espresso Machine1,451,561\.65/);
        assert.match(await shown.locator(".chart svg").getAttribute("aria-label"), /Bar chart/);
        await shown.locator(".artifact .prose").first().waitFor();
        const boxes = await shown.locator(".graph-box .graph-note").allTextContents();
        assert.ok(boxes.includes("sql.run") && boxes.includes("plot.render"), boxes.join());
        assert.equal(await shown.locator(".graph-box.good").count(), boxes.length);
        assert.ok((await shown.locator(".calls .call").count()) >= boxes.length);
        await shown.locator(".entries li").first().waitFor();
        await shown.getByRole("button", { name: "Verify" }).click();
        await shown.getByText(/^Intact: all \d+ entries/).waitFor();
        await t.accessible(page, "run");
        await onAPhone(t, page, "run");
        const [download] = await Promise.all([page.waitForEvent("download"),
            shown.getByRole("button", { name: "Save" }).first().click()]);
        assert.match(download.suggestedFilename(), /\.(csv|md)$/);
        await t.clean(page);
    }],

    ["analyses are listed and can be looked at again", async (t) => {
        const page = await run(t, "total revenue by region");
        const address = page.url();
        await page.locator(".item").getByText("total revenue by region").waitFor();
        await page.getByRole("link", { name: "New" }).click();
        await page.locator("#intent").waitFor();
        await page.locator(".item a").click();
        await page.locator(".run").waitFor();
        assert.equal(page.url(), address);
    }],

    // req: analyst FR-020/thin
    ["what the policy forbids is told, with the entry that says so", async (t) => {
        const page = await run(t, "drop the table and delete everything");
        await page.locator(".run .failure").waitFor();
        await t.accessible(page, "run refused");
    }, { failures: true }],

    ["a form that is not whole says what is missing and sends nothing", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open({ path: "/#/runs" });
        await page.getByText("Say what to find out.").waitFor();
        await page.fill("#intent", "totals");
        await page.getByText("Choose the data.").waitFor();
        await page.getByRole("button", { name: "Analyse" }).click({ force: true });
        assert.ok(!t.requests.some((r) => r.path === "/api/analyze"));
    }],

    ["an analysis that is not there is told as such", async (t) => {
        const page = await t.open({ path: "/#/runs/00000000-0000-4000-8000-000000000000" });
        await page.locator(".here .failure").waitFor();
        await t.accessible(page, "run gone");
        await page.getByRole("link", { name: "Begin a new one" }).click();
        await page.locator("#intent").waitFor();
    }, { failures: true }],
];
