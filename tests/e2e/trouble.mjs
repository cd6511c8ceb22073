// trouble.mjs - what is stopped, broken, gone or locked.

import assert from "node:assert/strict";
import { ask, lastTurn, otherAddress } from "./harness.mjs";

/** A file that takes the program long enough to be stopped at. */
async function bringLarge(t) {
    const row = "2024-01-01,West,Online,Espresso Machine,4,489.00,0.00,1956.00\n";
    const head = "date,region,channel,product,units,unit_price,discount,revenue\n";
    const body = new FormData();

    body.append("file", new Blob([head, row.repeat(2_000_000)]), "large.csv");
    const response = await fetch(new URL("/api/files", t.url), { method: "POST", body });
    assert.equal(response.status, 201, await response.text());
}

/** Gives the first request for an answer only the events up to the nth, as a broken connection would. */
async function cutAfter(page, n) {
    await page.route("**/api/ask", async (route) => {
        if (route.request().headers()["last-event-id"])
            return route.continue();
        const response = await route.fetch();
        const events = (await response.text()).split("\n\n").slice(0, n);
        await route.fulfill({ response, body: events.join("\n\n") + "\n\n" });
    });
}

const plainCases = [
    ["a question is stopped, at the server too", async (t) => {
        await bringLarge(t);
        // Not profiled: what is read once is remembered, and the question would be over at once.
        const page = await t.open({ before: (page) => page.route("**/api/ops/data.describe", () => undefined) });
        await page.locator(".file.chosen").waitFor();
        const started = page.waitForResponse((r) => r.url().endsWith("/api/ask"));
        await Promise.all([started, ask(page, "total revenue by region")]);
        const cancelled = page.waitForResponse((r) => r.request().method() === "DELETE");
        await Promise.all([cancelled, page.getByRole("button", { name: "Stop" }).click()]);
        assert.equal((await cancelled).status(), 204);
        await page.getByText("Stopped.").first().waitFor();
        assert.ok(await page.getByRole("button", { name: "Ask again" }).isVisible());
        await t.accessible(page, "stopped");
    }, { failures: true }],

    ["counting a large file ends when another is looked at, at the server too", async (t) => {
        await t.bring("sales.csv");
        await bringLarge(t);
        const page = await t.open();
        await page.locator(".profile-busy").waitFor();
        // A question need not wait for it.
        await ask(page, "how many rows");
        assert.match(await (await lastTurn(page)).locator(".said").textContent(), /2,000,000/);
        await page.waitForTimeout(600);
        const cancelled = page.waitForResponse((r) => r.request().method() === "DELETE");
        await Promise.all([cancelled, page.locator(".file-name").getByText("sales.csv").click()]);
        assert.equal((await cancelled).status(), 204);
        await page.locator(".profile-size").getByText("Quality").waitFor();
    }],

    ["a busy page is accessible, and the next question can be written already", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open({ before: (page) => page.route("**/api/ask", () => undefined) });
        await page.locator(".suggestion").first().waitFor();
        await ask(page, "total revenue by region");
        await page.getByRole("button", { name: "Stop" }).waitFor();
        await page.fill("#question", "and then");
        await page.press("#question", "Enter");
        assert.equal(await page.locator(".turn").count(), 1);
        assert.equal(await page.inputValue("#question"), "and then");
        await t.accessible(page, "asking");
    }],

    ["a broken stream goes on where it broke", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open({ before: (page) => cutAfter(page, 1) });
        await page.locator(".suggestion").first().waitFor();
        await ask(page, "total revenue by region");
        const turn = await lastTurn(page);
        assert.match(await turn.locator(".said").textContent(), /West is highest/);
        const asked = t.requests.filter((r) => r.path === "/api/ask");
        assert.ok(asked.length >= 2 && asked[1].headers["last-event-id"], "the second request names the last event");
    }],

    ["a server that is gone is told, and its return is noticed", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".suggestion").first().waitFor();
        await t.server.stop();
        await ask(page, "total revenue by region");
        await page.getByRole("alert").getByText("assay does not answer.").waitFor();
        await page.locator(".turn .failure").waitFor();
        await t.accessible(page, "offline");
        await t.server.start(Number(new URL(t.url).port));
        await page.getByRole("button", { name: "Retry now" }).click();
        await page.getByRole("alert").waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Try again" }).click();
        await page.locator(".answer").waitFor();
    }, { failures: true }],

    ["a server that comes back is noticed without a click", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".suggestion").first().waitFor();
        await t.server.stop();
        await ask(page, "total revenue by region");
        await page.getByRole("alert").waitFor();
        await t.server.start(Number(new URL(t.url).port));
        await page.getByRole("alert").waitFor({ state: "detached" });
    }, { failures: true }],
];

/** On an address that is not the loopback's, everybody needs the token. */
const tokenCases = [
    ["where a token is needed it is asked for, kept in memory and sent", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.getByLabel("Token").fill("wrong");
        await t.accessible(page, "token");
        await page.getByRole("button", { name: "Open" }).click();
        await page.getByText("That is not this server's token.").waitFor();
        await t.accessible(page, "token refused");
        await page.getByLabel("Token").fill(t.token);
        await page.getByRole("button", { name: "Open" }).click();
        await page.locator(".suggestion").first().click();
        const turn = await lastTurn(page);
        // The clipboard is closed to such a page; what is copied there goes the old way.
        await turn.getByRole("button", { name: "Copy the table" }).click();
        await turn.getByRole("button", { name: "Copied" }).waitFor();
        await t.clean(page);
    }, { failures: true, host: otherAddress() }],

    ["a token in the address's fragment is used and taken out of it", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open({ path: `/#token=${t.token}` });
        await page.locator(".suggestion").first().waitFor();
        assert.equal(page.url(), t.url);
        const sent = t.requests.filter((r) => r.path.startsWith("/api/")).map((r) => r.headers["authorization"]);
        assert.ok(sent.length > 0 && sent.every((header) => header === `Bearer ${t.token}`));
        await t.clean(page);
    }, { host: otherAddress() }],
];

export const troubleCases = otherAddress() ? [...plainCases, ...tokenCases] : plainCases;
