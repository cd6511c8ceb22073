// proof.mjs - the proof of an answer, and what Verify says of a log that is whole and of one that is not.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, lastTurn, sample } from "./harness.mjs";

async function proofOf(t, question) {
    await t.bring("sales.csv");
    const page = await t.open();

    await page.locator(".suggestion").first().waitFor();
    await ask(page, question);
    await (await lastTurn(page)).getByRole("button", { name: "Show proof" }).click();
    return { page, drawer: page.getByRole("dialog", { name: "Proof" }) };
}

export const proofCases = [
    ["the proof has the SQL, the steps and the source's true hash", async (t) => {
        const { page, drawer } = await proofOf(t, "total revenue by region");
        const text = await drawer.textContent();
        assert.ok(text.includes(createHash("sha256").update(readFileSync(sample("sales.csv"))).digest("hex")));
        assert.match(text, /data\.describe/);
        assert.match(text, /sql\.run/);
        assert.match(text, /number \d+ to \d+/);
        await drawer.getByRole("button", { name: "Copy the SQL" }).click();
        const sql = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(sql, /^SELECT .*"region", sum\(.*"revenue"\) AS "total_revenue" FROM "sales"/);
        await t.accessible(page, "proof");
    }],

    ["Verify turns green on a log that is whole", async (t) => {
        const { page, drawer } = await proofOf(t, "total revenue by region");
        await drawer.getByRole("button", { name: "Verify" }).click();
        await drawer.getByText(/^Intact: all \d+ entries are as they were written\.$/).waitFor();
        await drawer.getByRole("button", { name: "Verified" }).waitFor();
        await t.accessible(page, "verified");
    }],

    ["Verify says where a changed log was changed", async (t) => {
        const { page, drawer } = await proofOf(t, "total revenue by region");
        // What the page still asks for after an answer is in the log, too.
        await page.locator(".conversation-name").first().waitFor();
        const log = join(t.home, "logs/data_agent_runs.jsonl");
        const lines = readFileSync(log, "utf8").split("\n");
        lines[2] = lines[2].replace(/"timestamp": "20/, '"timestamp": "19');
        writeFileSync(log, lines.join("\n"));
        await drawer.getByRole("button", { name: "Verify" }).click();
        await drawer.getByText(/^Not intact\. First at entry 3: .+\.$/).waitFor();
        await t.accessible(page, "not intact");
    }],

    ["an error has its proof, too", async (t) => {
        const { drawer } = await proofOf(t, "total revnue for 'Xyz'");
        assert.match(await drawer.textContent(), /data\.describe/);
    }],
];
