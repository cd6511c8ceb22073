// chat.mjs - conversations: follow-ups, who answers, taking one up again.

import assert from "node:assert/strict";
import { ask, column, lastTurn } from "./harness.mjs";

async function turn(page, n) {
    await page.locator(".turn").nth(n).waitFor();
    return lastTurn(page);
}

async function asked(t, question) {
    await t.bring("sales.csv");
    const page = await t.open();

    await page.locator(".suggestion").first().waitFor();
    await ask(page, question);
    return { page, first: await turn(page, 0) };
}

export const chatCases = [
    // req: workbook US2/thin, FR-018/thin
    ["a follow-up is understood from what was asked before", async (t) => {
        const { page } = await asked(t, "total revenue by region");
        await ask(page, "and the average?");
        const next = await turn(page, 1);
        assert.match(await next.locator(".reading q").textContent(), /average revenue by region/);
        assert.deepEqual(await column(next, 1), ["East", "North", "South", "West"]);
    }],

    ["conversations are listed, a new one is begun and an old one taken up again", async (t) => {
        const { page } = await asked(t, "total revenue by region");
        const list = page.locator(".conversation-name");
        await list.getByText("total revenue by region").waitFor();
        await t.accessible(page, "conversations");
        await page.getByRole("button", { name: "New", exact: true }).click();
        await page.locator(".welcome").waitFor();
        assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
        await ask(page, "how many rows");
        await turn(page, 0);
        await list.nth(1).waitFor();
        await list.getByText("total revenue by region").click();
        const old = page.locator(".turn").first();
        await old.getByText("West is highest").waitFor();
        assert.deepEqual(await column(old, 2), ["671,523.78", "726,014.00", "603,041.78", "759,632.70"]);
        await ask(page, "and the average?");
        assert.match(await (await turn(page, 1)).locator(".reading q").textContent(), /average revenue by region/);
        await t.clean(page);
    }],

    ["on a phone the conversations are behind a button", async (t) => {
        const { page } = await asked(t, "total revenue by region");
        await page.setViewportSize({ width: 360, height: 780 });
        await page.getByRole("button", { name: "Conversations" }).click();
        const drawer = page.getByRole("dialog", { name: "Conversations" });
        await drawer.getByText("total revenue by region").waitFor();
        await t.accessible(page, "conversations phone");
        await drawer.getByRole("button", { name: "New", exact: true }).click();
        await drawer.waitFor({ state: "detached" });
        await page.locator(".welcome").waitFor();
    }],

    ["who answered is told, and can be overruled", async (t) => {
        const { page, first } = await asked(t, "total revenue by region");
        await first.getByText("Answered by Analyst").click();
        await first.locator(".routing").getByText("It is about data in tables.").waitFor();
        await t.accessible(page, "routing");
        await first.getByRole("button", { name: "Documents" }).click();
        const next = await turn(page, 1);
        await next.getByText("Answered by Documents").waitFor();
    }, { failures: true }],

    ["without a file a question goes to the tasks", async (t) => {
        const page = await t.open();
        await page.getByText("No data yet.").waitFor();
        await ask(page, "remind me to buy milk");
        const first = await turn(page, 0);
        assert.match(await first.locator(".said").textContent(), /buy milk/);
        await first.getByText("Answered by Tasks").waitFor();
        await page.getByRole("link", { name: "Tasks" }).click();
        await page.locator(".task-title").getByText("buy milk").waitFor();
    }],

    ["a file that is chosen can be let go of", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".file.chosen").waitFor();
        await page.locator(".file-name").click();
        await page.getByText("No file is chosen").waitFor();
        await ask(page, "remind me to buy milk");
        await (await turn(page, 0)).getByText("Answered by Tasks").waitFor();
    }],
];
