// documents.mjs - what is indexed, and questions that are kept nowhere.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { onAPhone, sample } from "./harness.mjs";

async function opened(t) {
    const page = await t.open({ path: "/#/documents" });

    await page.getByText("No documents yet").waitFor();
    await page.locator('.place input[type="file"]').setInputFiles(sample("handbook.md"));
    await page.locator(".document").waitFor();
    return page;
}

async function ask(page, question) {
    await page.fill("#question", question);
    await page.press("#question", "Enter");
    await page.locator('.turn[aria-busy="false"]').last().waitFor();
    return page.locator(".turn").last();
}

/** Every file below a folder. */
function files(folder) {
    return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

export const documentCases = [
    ["a document that is brought gives a receipt and stands in the list", async (t) => {
        const page = await opened(t);
        assert.match(await page.locator(".receipt").textContent(), /handbook\.md: 1 document added; \d+ passages read, \d+ stored/);
        assert.match(await page.locator(".document").textContent(), /staff handbook\d+ passages/);
        await t.accessible(page, "documents");
        await page.locator('.place input[type="file"]').setInputFiles(sample("handbook.md"));
        await page.getByText("1 document already there").waitFor();
        assert.equal(await page.locator(".document").count(), 1);
    }],

    // req: docs US1, SC-007/thin
    ["an answer has its sources, which open at the passage, highlighted", async (t) => {
        const page = await opened(t);
        const turn = await ask(page, "how many days of leave does everyone have?");
        assert.match(await turn.locator(".said").textContent(), /27 days of paid leave/);
        await t.accessible(page, "documents answer");
        await turn.getByRole("button", { name: /1\.2 Annual leave/ }).click();
        const drawer = page.getByRole("dialog", { name: /Annual leave/ });
        await drawer.locator("mark").waitFor();
        assert.match(await drawer.locator("mark").textContent(), /27 days of paid leave/);
        assert.match(await drawer.locator(".passage").textContent(), /staff portal/);
        await t.accessible(page, "documents passage");
        await page.keyboard.press("Escape");
        await onAPhone(t, page, "documents answer");
    }],

    // req: docs SC-002/thin, FR-010/thin
    ["what the documents do not cover is refused, without a source", async (t) => {
        const page = await opened(t);
        const turn = await ask(page, "who won the football world cup in 1990?");
        await turn.getByText("Without a source").waitFor();
        assert.equal(await turn.locator(".cited").count(), 0);
        await t.accessible(page, "documents refusal");
    }],

    // req: docs US2, FR-016, FR-017, FR-021, FR-022/thin, FR-023/thin, SC-003
    ["what was asked is gone when it is closed or left, and nowhere on the disk", async (t) => {
        const page = await opened(t);
        await ask(page, "how many days of leave does everyone have, Zanzibar?");
        const spent = await page.evaluate(() => {
            const began = performance.now();
            [...document.querySelectorAll("button")].find((one) => one.textContent === "Close").click();
            return new Promise((resolve) => requestAnimationFrame(() =>
                resolve([performance.now() - began, document.querySelectorAll(".turn").length])));
        });
        assert.ok(spent[0] < 100, `${spent[0]} ms`);
        await page.locator(".turn").waitFor({ state: "detached" });
        await ask(page, "is Zanzibar a shop?");
        await page.getByRole("link", { name: "Tasks" }).click();
        await page.getByText("No tasks yet").waitFor();
        await page.goBack();
        await page.locator(".document").waitFor();
        assert.equal(await page.locator(".turn").count(), 0);
        await t.clean(page);
        await t.server.stop();
        const told = files(t.home).filter((path) => /zanzibar/i.test(readFileSync(path, "latin1")));
        assert.deepEqual(told, []);
    }],

    ["of several files the one that cannot be read is named, and stays named when the next one is added", async (t) => {
        const page = await t.open({ path: "/#/documents" });
        await page.getByText("No documents yet").waitFor();
        await page.locator('.place input[type="file"]').setInputFiles([
            { name: "figures.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") },
            { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes\n\nThe key is under the mat.\n") }]);
        await page.locator(".document").waitFor();
        await page.getByText("figures.csv: That is no document that can be read.").waitFor();
        await t.accessible(page, "documents one refused");
    }, { failures: true }],

    ["a document is removed after a second click", async (t) => {
        const page = await opened(t);
        await page.getByRole("button", { name: /^Remove / }).click();
        await t.accessible(page, "documents remove");
        await page.getByRole("button", { name: "Keep" }).click();
        await page.getByRole("button", { name: /^Remove / }).click();
        await page.getByRole("button", { name: "Remove", exact: true }).click();
        await page.getByText("No documents yet").waitFor();
    }],

    // req: docs US3/thin, FR-018, FR-019/thin
    ["while it looks it says so, and a failure is friendly", async (t) => {
        const page = await opened(t);
        await page.route("**/api/ops/docs.ask", (route) => route.fulfill({ status: 503, contentType: "application/json",
            body: JSON.stringify({ error: "database", message: "The documents cannot be searched right now.", retryable: true }) }));
        const turn = await ask(page, "how many days of leave?");
        await turn.getByText("The documents cannot be searched right now.").waitFor();
        await t.accessible(page, "documents failure");
    }, { failures: true }],
];
