// tasks.mjs - the list beside the conversation about it.

import assert from "node:assert/strict";
import { onAPhone } from "./harness.mjs";

async function add(t, ...titles) {
    for (const title of titles) {
        const response = await fetch(new URL("/api/ops/add_task", t.url), { method: "POST",
            headers: { "Content-Type": "application/json" }, body: JSON.stringify({ title }) });
        assert.equal(response.status, 200, await response.text());
    }
}

async function opened(t, ...titles) {
    await add(t, ...titles);
    const page = await t.open({ path: "/#/tasks" });

    await page.locator(".task").nth(titles.length - 1).waitFor();
    return page;
}

async function say(page, words) {
    const n = await page.locator(".message.assay").count();

    await page.fill("#question", words);
    await page.press("#question", "Enter");
    await page.locator(".message.assay").nth(n).waitFor();
    return page.locator(".message.assay").nth(n);
}

const titles = (page) => page.locator(".task-title").allTextContents();

export const taskCases = [
    // req: tasks US1/thin, US2/thin
    ["what is said becomes a task in the list", async (t) => {
        const page = await t.open({ path: "/#/tasks" });
        await page.getByText("No tasks yet").waitFor();
        const answer = await say(page, "remind me to buy groceries");
        assert.match(await answer.textContent(), /buy groceries/);
        await page.locator(".task-title").getByText("buy groceries").waitFor();
        await t.accessible(page, "tasks");
        await onAPhone(t, page, "tasks");
    }],

    // req: tasks US4, US6, FR-011, SC-006
    ["the numbers beside the tasks are the ones that words mean, whatever changed", async (t) => {
        const page = await opened(t, "call John", "buy milk", "pay rent");
        assert.deepEqual(await titles(page), ["pay rent", "buy milk", "call John"]);
        await say(page, "complete the second one");
        await page.locator(".task.done").getByText("buy milk").waitFor();
        // A task that was added by hand takes the first place, in the list and in words.
        await page.fill("#new-task", "water plants");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.locator(".task").nth(3).waitFor();
        await say(page, "complete task 2");
        await page.locator(".task.done").getByText("pay rent").waitFor();
        // So does a list of some of them.
        await page.getByRole("button", { name: "Pending" }).click();
        await page.locator(".place-head").getByText("2 tasks").waitFor();
        assert.deepEqual(await titles(page), ["water plants", "call John"]);
        await say(page, "complete the second one");
        await page.locator(".task-title").getByText("call John").waitFor({ state: "detached" });
    }],

    // req: tasks US5, FR-008/thin
    ["what is deleted is asked about first, in words and by a button", async (t) => {
        const page = await opened(t, "call John", "call Jane", "pay rent");
        const asks = await say(page, "delete task 1");
        await t.accessible(page, "tasks confirm in words");
        await asks.getByRole("button", { name: "no" }).click();
        await page.getByText("nothing was changed").waitFor();
        assert.equal((await titles(page)).length, 3);
        await page.getByRole("button", { name: "Delete pay rent" }).click();
        const confirm = page.getByRole("group", { name: "Confirm" });
        await confirm.waitFor();
        assert.match(await confirm.textContent(), /pay rent/);
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Keep");
        await t.accessible(page, "tasks confirm");
        await confirm.getByRole("button", { name: "Keep" }).click();
        await confirm.waitFor({ state: "detached" });
        await page.getByRole("button", { name: "Delete pay rent" }).click();
        await confirm.getByRole("button", { name: "Delete" }).click();
        await page.getByText("Deleted 'pay rent'.").waitFor();
        assert.deepEqual(await titles(page), ["call Jane", "call John"]);
        const which = await say(page, "delete the call task");
        await which.getByRole("button", { name: "call John" }).click();
        await page.locator(".message.assay").last().getByRole("button", { name: "yes" }).click();
        await page.locator(".task-title").getByText("call John").waitFor({ state: "detached" });
    }, { failures: true }],

    // req: tasks US3/thin, FR-016/thin
    ["a task is changed in its place, and changed back", async (t) => {
        const page = await opened(t, "call John");
        await page.getByRole("button", { name: "Change call John" }).click();
        assert.equal(await page.evaluate(() => document.activeElement?.id), "task-title");
        assert.equal(await page.getAttribute("#task-title", "maxlength"), "255");
        assert.equal(await page.getAttribute("#task-description", "maxlength"), "1000");
        await t.accessible(page, "tasks edit");
        await page.fill("#task-title", "call Jane");
        await page.fill("#task-description", "about the contract");
        await page.getByRole("button", { name: "Save" }).click();
        await page.locator(".task-title").getByText("call Jane").waitFor();
        await page.getByText("about the contract").waitFor();
        await page.getByRole("button", { name: "Undo" }).click();
        await page.locator(".task-title").getByText("call John").waitFor();
        await page.getByText("about the contract").waitFor({ state: "detached" });
    }],
];
