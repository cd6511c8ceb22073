// data.mjs - bringing data, looking at it, and taking it away.

import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { ask, lastTurn, sample } from "./harness.mjs";

async function pick(page, ...files) {
    await page.locator('.side input[type="file"]').setInputFiles(files);
}

/** Drops a file of this text, or of these bytes, on the page. */
async function drop(page, name, content) {
    const data = await page.evaluateHandle(([name, bytes]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], name));
        return transfer;
    }, [name, [...Buffer.from(content)]]);

    await page.dispatchEvent("body", "dragover", { dataTransfer: data });
    await page.locator(".drop").waitFor();
    await page.dispatchEvent("body", "drop", { dataTransfer: data });
    await page.locator(".drop").waitFor({ state: "detached" });
}

/** The row of a column, once its values are counted. */
async function counted(page, name) {
    await page.locator(".profile-size").getByText("Quality").waitFor();
    return page.locator(".column").filter({ has: page.getByText(name, { exact: true }) });
}

/** 200 rows, of which three have no date. */
function withMisfits() {
    const row = (i) => `${[50, 90, 120].includes(i) ? "soon" : `2024-${String((i % 12) + 1).padStart(2, "0")}-07`},` +
        `${i % 3 ? "North" : "South"},${i % 40}.50`;

    return ["day,region,paid", ...Array.from({ length: 200 }, (_, i) => row(i))].join("\n") + "\n";
}

const fruit = "fruit,kilos\napple,3\npear,4\n";

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
        await drop(page, "fruit.csv", fruit);
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

    ["a file that cannot be read says why and what to do", async (t) => {
        const page = await t.open();
        await drop(page, "report.pdf", "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n");
        const failure = page.locator(".data .failure");
        assert.match(await failure.locator(".failure-what").textContent(), /PDF/);
        assert.match(await failure.textContent(), /spreadsheet or CSV/);
        await drop(page, "noise.bin", Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256)));
        await failure.getByText(/binary/).waitFor();
        await t.accessible(page, "unreadable file");
        const accepted = await page.locator('.side input[type="file"]').getAttribute("accept");
        for (const ending of [".csv", ".xlsx", ".xls", ".parquet", ".jsonl", ".sqlite", ".gz", ".zst"])
            assert.ok(accepted.split(",").includes(ending), ending);
    }, { failures: true }],

    ["the values of a file are counted while one looks: roles, shapes, figures, top values", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        const units = await counted(page, "units");
        assert.match(await units.locator(".column-hint").textContent(), /^measure · 1 – 165$/);
        assert.equal(await units.getByRole("img").getAttribute("aria-label"),
            "From 1 to 165: most often 1 to 9.2, 1,218 of 2,400");
        assert.match(await units.locator(".shape path").getAttribute("d"), /^(M\d+ 0h0\.8v[\d.]+h-0\.8z){15,20}$/);
        const box = await units.locator(".shape").boundingBox();
        assert.ok(box.width > 50 && box.height > 10, "the histogram can be seen");
        await units.locator("summary").press("Enter");
        assert.match(await units.locator(".facts").textContent(), /Mean, median24\.46, 9/);
        assert.equal(await units.locator(".frequent li").count(), 10);
        const region = await counted(page, "region");
        assert.equal(await region.getByRole("img").getAttribute("aria-label"),
            "Most frequent: West 672, North 624, East 576");
        const date = await counted(page, "date");
        assert.match(await date.getByRole("img").getAttribute("aria-label"),
            /^By month from 2024-01 to 2025-12: most in/);
        assert.match(await page.locator(".facts-line").textContent(), /4 rows are copies of others/);
        assert.match(await page.locator("[role=status]", { hasText: "rows" }).textContent(), /2,400 rows, 8 columns.*counted/);
        await t.accessible(page, "profile");
    }],

    ["a file with values that do not fit shows a warning", async (t) => {
        const page = await t.open();
        await drop(page, "visits.csv", withMisfits());
        const warning = page.locator(".column-warning");
        await warning.waitFor();
        assert.equal(await warning.textContent(), "3 dates unreadable");
        const day = await counted(page, "day");
        assert.equal(await day.locator(".column-warning").count(), 1);
        await day.locator("summary").click();
        await day.locator(".facts").getByText("“soon” in row 51, “soon” in row 91, “soon” in row 121").waitFor();
        assert.match(await day.locator(".column-hint").textContent(), /^timestamp · 2024-01-07 – 2024-12-07$/);
        assert.match(await page.locator("[role=status]", { hasText: "rows" }).textContent(), /day: 3 dates unreadable/);
        assert.deepEqual(await page.locator(".suggestion").allTextContents(), ["Total paid by region",
            "Which region has the highest total paid", "Total paid by month of day"]);
        await t.accessible(page, "misfits");
    }],

    ["one of a workbook's tables is chosen, and questions about that one are offered", async (t) => {
        await t.bring("budget.xlsx");
        const page = await t.open();
        const picker = page.getByRole("combobox", { name: "Table" });
        await picker.waitFor();
        assert.equal(await picker.locator("option").count(), 3);
        assert.match(await picker.textContent(), /tblActuals \(183 rows\)/);
        await page.locator(".profile-size").getByText("6 rows").waitFor();
        await picker.selectOption("tblActuals");
        await page.locator(".profile-size").getByText("183 rows").waitFor();
        assert.deepEqual(await page.locator(".column-name").allTextContents(),
            ["Date", "Department", "Category", "Vendor", "Amount", "Approved"]);
        assert.match(await (await counted(page, "Amount")).locator(".column-hint").textContent(),
            /^measure · 566\.78 – 6,913\.60$/);
        await page.locator(".relations").getByText("tblActuals.Department refers to Summary.Department").waitFor();
        await t.accessible(page, "workbook");
        await picker.selectOption("Summary");
        await page.locator(".notes").getByText("belong to no table").waitFor();
        await picker.focus();
        await page.keyboard.press("t");
        await page.locator(".profile-size").getByText("183 rows").waitFor();
        for (let i = 0; i < 3; i++) {
            const page = await t.open();
            await page.getByRole("combobox", { name: "Table" }).selectOption("tblActuals");
            await page.locator(".profile-size").getByText("183 rows").waitFor();
            await page.locator(".suggestion").nth(i).click();
            const turn = await lastTurn(page);
            await turn.getByRole("button", { name: "Show proof" }).click();
            await page.getByRole("dialog").getByText('FROM "tblActuals"').first().waitFor();
        }
    }],

    ["what was assumed is folded away when it is much", async (t) => {
        const page = await t.open({ before: (page) => page.route("**/api/ops/data.describe", async (route) => {
            const response = await route.fetch();
            const found = await response.json();
            found.tables[0].assumptions = ["one", "two", "three", "four"];
            await route.fulfill({ response, json: found });
        }) });
        await drop(page, "fruit.csv", fruit);
        await page.getByText("What was assumed (4)").waitFor();
        assert.ok(await page.getByText("three").isHidden());
        await page.getByText("What was assumed (4)").press("Enter");
        await page.getByText("three").waitFor();
        await t.accessible(page, "assumed");
    }],

    ["a file that cannot be profiled can be asked all the same", async (t) => {
        const error = { message: "That took too long.", correlation_id: null, error_code: "TIMEOUT", can_retry: true };
        await t.bring("sales.csv");
        const page = await t.open({ before: (page) => page.route("**/api/ops/profiler.analyze", (route) =>
            route.fulfill({ status: 504, json: { error } }), { times: 1 }) });
        await page.locator(".uncounted").getByText("That took too long.").waitFor();
        assert.equal(await page.locator(".column").count(), 8);
        await t.accessible(page, "not counted");
        await page.locator(".suggestion").first().click();
        await (await lastTurn(page)).locator(".answer").waitFor();
        await page.getByRole("button", { name: "Count again" }).click();
        await counted(page, "units");
        assert.equal(await page.locator(".uncounted").count(), 0);
    }, { failures: true }],

    ["who looks at another file ends the counting of this one, and finds it counted later", async (t) => {
        await t.bring("store/products.csv", "sales.csv");
        const page = await t.open({ before: (page) =>
            page.route("**/api/ops/profiler.analyze", () => undefined, { times: 1 }) });
        await page.locator(".profile-busy").waitFor();
        await t.accessible(page, "counting");
        await page.locator(".file-name").getByText("products.csv").click();
        await counted(page, "category");
        await page.locator(".file-name").getByText("sales.csv").click();
        await counted(page, "units");
    }, { failures: true }],

    ["compressed files and JSON are looked at like any other", async (t) => {
        const page = await t.open();
        await drop(page, "fruit.csv.gz", gzipSync(fruit));
        await page.locator(".profile").getByText("2 rows").waitFor();
        await counted(page, "kilos");
        await drop(page, "trees.jsonl", '{"tree":"oak","height":21.5}\n{"tree":"elm","height":18}\n{"tree":"ash"}\n');
        await page.locator(".profile").getByText("3 rows").waitFor();
        assert.match(await (await counted(page, "height")).locator(".column-hint").textContent(), /33 % empty/);
    }],

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
