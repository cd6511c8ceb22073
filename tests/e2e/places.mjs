// places.mjs - the five places: how one gets there, and what they say when there is nothing, no route or no server.

import assert from "node:assert/strict";
import { onAPhone } from "./harness.mjs";

const NAMES = ["Chat", "Investigate", "Tasks", "Documents", "Runs"];
const others = NAMES.slice(1);
const routes = { Investigate: "/api/sessions", Tasks: "/api/ops/list_tasks", Documents: "/api/documents", Runs: "/api/analyses" };

/** What each says while there is nothing in it. */
const empty = { Investigate: "None yet. Each is kept for 24 hours.", Tasks: "No tasks yet", Documents: "No documents yet",
    Runs: "There is no file yet." };

async function go(page, name) {
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name }).click();
    await page.locator(`[aria-current="page"]`).filter({ hasText: name }).waitFor();
}

const refused = JSON.stringify({ error: { message: "There is nothing here.", error_code: "NOT_FOUND", can_retry: false,
    correlation_id: "0123abcd-0000-4000-8000-000000000000", suggested_action: "Look elsewhere." } });

export const placeCases = [
    ["each place has a link, an address, a title and the focus", async (t) => {
        const page = await t.open();
        for (const name of NAMES.toReversed()) {
            await go(page, name);
            assert.equal(new URL(page.url()).hash, `#/${name.toLowerCase()}`);
            assert.equal(await page.title(), name === "Chat" ? "assay" : `${name} · assay`);
            assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
            assert.equal(await page.locator("[aria-current=page]").count(), 1);
        }
        await page.goBack();
        await page.getByRole("heading", { name: "Investigate", exact: true }).waitFor();
        await page.reload();
        await page.getByRole("heading", { name: "Investigate", exact: true }).waitFor();
        await page.keyboard.press("Tab");
        await page.keyboard.press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
        assert.equal(new URL(page.url()).hash, "#/investigate");
        await t.clean(page);
    }],

    // req: metrics FR-027/thin
    ["each place is designed when it is empty: wide, on a phone, light and dark", async (t) => {
        const page = await t.open();
        for (const name of others) {
            await page.setViewportSize({ width: 1280, height: 860 });
            await go(page, name);
            await page.getByText(empty[name]).waitFor();
            await t.accessible(page, `${name} empty`);
            await onAPhone(t, page, `${name} empty`);
        }
    }],

    ["a place whose list cannot be read says why, and reads it again", async (t) => {
        const page = await t.open({ before: async (page) => {
            for (const path of Object.values(routes))
                await page.route((url) => url.pathname === path, (route) =>
                    route.fulfill({ status: 404, contentType: "application/json", body: refused }));
        } });
        for (const name of others) {
            await go(page, name);
            const failure = page.locator(".failure");
            await failure.getByText("There is nothing here.").waitFor();
            assert.match(await failure.textContent(), /Look elsewhere\..*Reference 0123abcd/);
            await t.accessible(page, `${name} refused`);
        }
        await page.unrouteAll();
        await go(page, "Tasks");
        await page.getByText("No tasks yet").waitFor();
        await page.locator(".failure").waitFor({ state: "detached" });
    }, { failures: true }],

    ["a place tells when the server is gone, and reads again when it is back", async (t) => {
        const page = await t.open({ path: "/#/tasks" });
        await page.getByText("No tasks yet").waitFor();
        await t.server.stop();
        await page.fill("#new-task", "buy milk");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.getByRole("alert").getByText("assay does not answer.").waitFor();
        await t.accessible(page, "tasks offline");
        await t.server.start(Number(new URL(t.url).port));
        await page.getByRole("alert").waitFor({ state: "detached" });
        await page.locator(".failure").waitFor({ state: "detached" });
        assert.equal(await page.inputValue("#new-task"), "buy milk");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.locator(".task-title").getByText("buy milk").waitFor();
    }, { failures: true }],
];
