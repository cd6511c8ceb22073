// data.mjs - bringing data, looking at it, and taking it away.

import assert from "node:assert/strict";
import { ask, lastTurn, sample } from "./harness.mjs";

async function pick(page, ...files) {
    await page.locator('.side input[type="file"]').setInputFiles(files);
}

async function drop(page, name, text) {
    const data = await page.evaluateHandle(([name, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], name, { type: "text/csv" }));
        return transfer;
    }, [name, text]);

    await page.dispatchEvent("body", "dragover", { dataTransfer: data });
    await page.locator(".drop").waitFor();
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    await page.locator(".drop").waitFor({ state: "detached" });
}

export const dataCases = [
    ["an empty page says how to begin", async (t) => {
        const page = await t.open();
        await page.getByText("No data yet.").waitFor();
        await page.locator(".welcome").getByRole("button", { name: "Add a file" }).waitFor();
        await t.accessible(page, "empty");
    }],

    ["a chosen file is profiled, and questions about it are offered", async (t) => {
        const page = await t.open();
        await pick(page, sample("sales.csv"));
        await page.locator(".profile").getByText("2,400 rows").waitFor();
        assert.deepEqual(await page.locator(".column-name").allTextContents(),
            ["date", "region", "channel", "product", "units", "unit_price", "discount", "revenue"]);
        assert.equal(await page.locator(".suggestion").count(), 3);
        await t.accessible(page, "start");
    }],

    ["a file dropped anywhere is added and chosen", async (t) => {
        const page = await t.open();
        await drop(page, "fruit.csv", "fruit,kilos\napple,3\npear,4\n");
        await page.locator('.file-name[aria-pressed="true"]').getByText("fruit.csv").waitFor();
        await page.locator(".profile").getByText("2 rows").waitFor();
    }],

    ["one of several files is chosen by a click", async (t) => {
        await t.bring("store/products.csv", "sales.csv");
        const page = await t.open();
        await page.locator(".profile").getByText("2,400 rows").waitFor();
        await page.locator(".file-name").getByText("products.csv").click();
        await page.locator(".profile").getByText("18 rows").waitFor();
        await ask(page, "how many rows");
        assert.match(await (await lastTurn(page)).locator(".said").textContent(), /\b18\b/);
    }],

    ["a file that cannot be read says why", async (t) => {
        const page = await t.open();
        await pick(page, sample("budget.xlsx"));
        await page.locator(".data .failure").waitFor();
        await t.accessible(page, "unreadable file");
    }, { failures: true }],

    ["a file is removed after a second click", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.getByRole("button", { name: "Remove sales.csv" }).press("Enter");
        await page.locator("button:focus").getByText("Keep").press("Enter");
        await page.locator('button:focus[aria-label="Remove sales.csv"]').press("Enter");
        await t.accessible(page, "remove");
        await page.getByRole("button", { name: "Remove", exact: true }).click();
        await page.getByText("No data yet.").waitFor();
        await page.locator("button:focus").getByText("Add a file").waitFor();
        const { total } = await (await fetch(new URL("/api/files", t.url))).json();
        assert.equal(total, 0);
    }],

    ["text from data is only ever text", async (t) => {
        const evil = '<img src=x onerror="document.title=1">';
        const cell = `"${evil.replaceAll('"', '""')}"`;
        const page = await t.open();
        await drop(page, "evil.csv", `name,${cell},n\n${cell},b,1\n<b>,c,2\n`);
        await page.locator(".profile").getByText("2 rows").waitFor();
        await ask(page, "first 10 rows");
        const turn = await lastTurn(page);
        assert.ok((await turn.locator("tbody").textContent()).includes(evil));
        assert.equal(await page.locator("img, table b").count(), 0);
        assert.equal(await page.title(), "assay");
    }],

    ["a built page is what was built: hashed files kept, the page itself asked for anew", async (t) => {
        const page = await fetch(t.url);
        const csp = page.headers.get("content-security-policy") ?? "";
        assert.ok(csp.includes("default-src 'none'") && !csp.includes("unsafe"), csp);
        const asset = /src="(\/assets\/[^"]+)"/.exec(await page.text())?.[1];
        const script = await fetch(new URL(asset, t.url));
        assert.match(script.headers.get("cache-control") ?? "", /immutable/);
        assert.doesNotMatch(page.headers.get("cache-control") ?? "", /immutable/);
        const again = await fetch(t.url, { headers: { "If-None-Match": page.headers.get("etag") } });
        assert.equal(again.status, 304);
    }],
];
