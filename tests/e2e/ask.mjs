// ask.mjs - asking, and what can be done with an answer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ask, column, lastTurn } from "./harness.mjs";

async function asked(t, question, options) {
    await t.bring("sales.csv");
    const page = await t.open(options);

    await page.locator(".profile").getByText("2,400 rows").waitFor();
    await ask(page, question);
    return { page, turn: await lastTurn(page) };
}

export const askCases = [
    ["a click on a suggestion answers with a sentence, a table and what was understood", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.getByRole("button", { name: "Total revenue by region" }).click();
        const turn = await lastTurn(page);
        assert.match(await turn.locator(".said").textContent(), /West is highest with 759,632\.70/);
        assert.equal(await turn.locator(".reading q").textContent(), "total revenue by region");
        assert.deepEqual(await column(turn, 2), ["671,523.78", "726,014.00", "603,041.78", "759,632.70"]);
        const side = await turn.locator("tbody td.number").first().evaluate((td) => getComputedStyle(td).textAlign);
        assert.equal(side, "right");
        await t.accessible(page, "answer");
    }],

    ["an answer streams: its steps are seen before it", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".suggestion").first().waitFor();
        await page.evaluate(() => {
            window.seen = [];
            new MutationObserver(() => {
                for (const part of document.querySelectorAll(".steps li, .answer .said"))
                    if (!window.seen.includes(part.textContent))
                        window.seen.push(part.textContent);
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        await ask(page, "total revenue by region");
        await lastTurn(page);
        const seen = await page.evaluate(() => window.seen);
        assert.ok(seen.length >= 2, seen.join(" | "));
        assert.match(seen.at(-1), /West is highest/);
        assert.ok(t.requests.some((r) => r.path === "/api/ask" && r.headers.accept === "text/event-stream"));
    }],

    ["a table is sorted by its headings, up, down and back", async (t) => {
        const { turn } = await asked(t, "total revenue by region");
        const heading = turn.getByRole("button", { name: "total_revenue" });
        const cell = turn.locator("th").nth(1);
        await heading.click();
        assert.equal(await cell.getAttribute("aria-sort"), "ascending");
        assert.deepEqual(await column(turn, 1), ["South", "East", "North", "West"]);
        await heading.click();
        assert.equal(await cell.getAttribute("aria-sort"), "descending");
        assert.deepEqual(await column(turn, 1), ["West", "North", "East", "South"]);
        await heading.click();
        assert.equal(await cell.getAttribute("aria-sort"), "none");
        assert.deepEqual(await column(turn, 1), ["East", "North", "South", "West"]);
    }],

    ["a table is copied and saved with its figures as they are", async (t) => {
        const { page, turn } = await asked(t, "total revenue by region");
        await turn.getByRole("button", { name: "Copy the table" }).click();
        await turn.getByRole("button", { name: "Copied" }).waitFor();
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()),
            "region\ttotal_revenue\nEast\t671523.78\nNorth\t726014.00\nSouth\t603041.78\nWest\t759632.70");
        const [download] = await Promise.all([page.waitForEvent("download"),
            turn.getByRole("button", { name: "CSV" }).click()]);
        assert.equal(download.suggestedFilename(), "total-revenue-by-region.csv");
        assert.equal(readFileSync(await download.path(), "utf8"),
            "region,total_revenue\r\nEast,671523.78\r\nNorth,726014.00\r\nSouth,603041.78\r\nWest,759632.70\r\n");
        await t.clean(page);
    }],

    ["a thousand rows stay quick", async (t) => {
        const { page, turn } = await asked(t, "show all");
        assert.equal(await turn.locator("tbody tr").count(), 10);
        const spent = await page.evaluate(async () => {
            const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            const times = [];
            for (const name of ["Show these 1,000 rows", "revenue", "product"]) {
                const button = [...document.querySelectorAll(".table-card button")].find((b) => b.textContent === name);
                const began = performance.now();
                button.click();
                await frame();
                times.push(performance.now() - began);
            }
            return times;
        });
        assert.equal(await turn.locator("tbody tr").count(), 1000);
        spent.push(await page.evaluate(async () => {
            const box = document.getElementById("question");
            const began = performance.now();
            for (const text of ["a", "ab", "abc", "abcd", "abcde"]) {
                box.value = text;
                box.dispatchEvent(new Event("input", { bubbles: true }));
                await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            }
            return performance.now() - began;
        }));
        console.log(`       all rows, two sorts, five keys: ${spent.map((ms) => `${Math.round(ms)} ms`).join(", ")}`);
        assert.ok(Math.max(...spent) < 1000, spent.join(", "));
        await t.accessible(page, "long table");
    }, { alone: true }],

    ["a question back is answered by a click", async (t) => {
        const { page, turn } = await asked(t, "average");
        assert.deepEqual(await turn.locator(".options button").allTextContents(),
            ["average revenue", "average units", "average unit_price"]);
        await t.accessible(page, "clarification");
        await turn.getByRole("button", { name: "average units" }).click();
        await page.locator(".turn").nth(1).waitFor();
        const next = await lastTurn(page);
        assert.ok(await next.evaluate((turn) => turn === document.activeElement), "the new turn has the focus");
        assert.match(await next.locator(".said").textContent(), /units/i);
        assert.ok(await page.locator(".turn").first().getByRole("button", { name: "average units" }).isDisabled());
    }],

    ["an error says what to do, and the question can be changed", async (t) => {
        const { page, turn } = await asked(t, "total revnue for 'Xyz'");
        const text = await turn.locator(".failure").textContent();
        assert.match(text, /did you mean 'revenue'\?/);
        assert.match(text, /Ask again with 'revenue'\./);
        assert.match(text, /Reference [0-9a-f]{8}/);
        await t.accessible(page, "error");
        await turn.getByRole("button", { name: "Change the question" }).click();
        assert.equal(await page.inputValue("#question"), "total revnue for 'Xyz'");
        assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    }],

    ["the next questions follow from the answer", async (t) => {
        const { page } = await asked(t, "total revenue by region");
        await page.locator(".suggestions.small button").first().click();
        await page.locator(".turn").nth(1).waitFor();
        await (await lastTurn(page)).locator(".answer").waitFor();
    }],
];
