// tasks.mjs - the list beside the conversation about it. What is done with several tasks, dates, reminders, undoing and
// other programs' files is in tasks_more.mjs.

import assert from "node:assert/strict";
import { onAPhone } from "./harness.mjs";

/** Calls an operation without the page, as another program would. */
export async function op(t, name, args) {
    const response = await fetch(new URL(`/api/ops/${name}`, t.url), { method: "POST",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify(args) });
    const text = await response.text();

    assert.equal(response.status, 200, text);
    return JSON.parse(text);
}

export async function add(t, ...titles) {
    for (const title of titles)
        await op(t, "add_task", { title });
}

export async function opened(t, ...titles) {
    await add(t, ...titles);
    const page = await t.open({ path: "/#/tasks" });

    await page.locator(".task").nth(titles.length - 1).waitFor();
    return page;
}

export async function say(page, words) {
    const n = await page.locator(".message.assay").count();

    await page.fill("#question", words);
    await page.press("#question", "Enter");
    await page.locator(".message.assay").nth(n).waitFor();
    return page.locator(".message.assay").nth(n);
}

export const titles = (page) => page.locator(".task-title").allTextContents();

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
        // What was done in words is undone where it was said.
        await answer.getByRole("button", { name: "Undo" }).click();
        await page.getByText("No tasks yet").waitFor();
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

    // req: tasks US6, FR-011
    ["a number means the task that the page shows there, and is asked about when it has changed elsewhere", async (t) => {
        const page = await opened(t, "call John", "pay rent");
        const added = await op(t, "add_task", { title: "from elsewhere" });
        await say(page, "complete the second one");
        await page.locator(".task.done").getByText("call John").waitFor();
        assert.deepEqual(await titles(page), ["from elsewhere", "pay rent", "call John"]);
        await op(t, "update_task", { task_id: added.data.id, title: "something else" });
        const answer = await say(page, "complete the first one");
        assert.match(await answer.textContent(), /has changed since.*something else/s);
        assert.equal(await page.locator(".task.done").count(), 1, "nothing was touched");
        await t.accessible(page, "tasks changed elsewhere");
        await answer.getByRole("button", { name: "Complete 'something else'" }).click();
        await page.locator(".task.done").getByText("something else").waitFor();
    }],

    // req: tasks US2, US6
    ["a list that is asked for in words becomes the page's, so that its numbers are the same", async (t) => {
        await op(t, "add_task", { title: "buy milk", tags: ["home"] });
        await op(t, "add_task", { title: "send figures", tags: ["work"] });
        await op(t, "add_task", { title: "clean up", tags: ["home"] });
        const page = await t.open({ path: "/#/tasks" });
        await page.locator(".task").nth(2).waitFor();
        await say(page, "show my tasks tagged #home");
        await page.locator(".place-head").getByText("2 tasks").waitFor();
        assert.deepEqual(await titles(page), ["clean up", "buy milk"]);
        await say(page, "complete the second one");
        await page.locator(".task.done").getByText("buy milk").waitFor();
        await page.getByRole("button", { name: "Show all" }).click();
        await page.locator(".task").nth(2).waitFor();
    }],

    // req: tasks US5, FR-008/thin
    ["what is deleted is asked about first, in words and by a button", async (t) => {
        const page = await opened(t, "call John", "call Jane", "pay rent");
        const asks = await say(page, "delete task 1");
        await t.accessible(page, "tasks confirm in words");
        await asks.getByRole("button", { name: "no", exact: true }).click();
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
        await page.locator(".note").getByText("Deleted 'pay rent'.").waitFor();
        assert.deepEqual(await titles(page), ["call Jane", "call John"]);
        const which = await say(page, "delete the call task");
        await which.getByRole("button", { name: "call John" }).click();
        await page.locator(".message.assay").last().getByRole("button", { name: "yes", exact: true }).click();
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
        await page.fill("#task-due", "tomorrow 5pm");
        await page.fill("#task-remind", "1 hour before");
        await page.fill("#task-repeat", "every week");
        await page.selectOption("#task-priority", "high");
        await page.fill("#task-tags", "work, #calls");
        await page.getByRole("button", { name: "Save" }).click();
        await page.locator(".task-title").getByText("call Jane").waitFor();
        await page.getByText("about the contract").waitFor();
        const row = await page.locator(".task").textContent();
        for (const fact of ["Due tomorrow 17:00", "high priority", "every week", "Reminder tomorrow 16:00", "#work", "#calls"])
            assert.ok(row.includes(fact), `${fact} in ${row}`);
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Change call Jane");
        await t.accessible(page, "tasks facts");
        await onAPhone(t, page, "tasks facts");
        await page.locator(".note").getByRole("button", { name: "Undo" }).click();
        await page.locator(".task-title").getByText("call John").waitFor();
        await page.getByText("about the contract").waitFor({ state: "detached" });
        // Escape leaves everything as it is.
        await page.getByRole("button", { name: "Change call John" }).click();
        await page.fill("#task-title", "call nobody");
        await page.keyboard.press("Escape");
        assert.deepEqual(await titles(page), ["call John"]);
    }],

    // req: tasks US3/thin
    ["a task that was changed elsewhere is not changed over it", async (t) => {
        const page = await opened(t, "call John");
        await page.getByRole("button", { name: "Change call John" }).click();
        await page.fill("#task-title", "call Jane");
        await op(t, "update_task", { task_id: 1, title: "call Jim" });
        await page.getByRole("button", { name: "Save" }).click();
        await page.locator(".task-form .failure").waitFor();
        assert.equal((await op(t, "list_tasks", {})).data[0].title, "call Jim");
        await t.accessible(page, "tasks changed elsewhere");
        await page.getByRole("button", { name: "Leave it" }).click();
        assert.deepEqual(await titles(page), ["call Jim"]);
        // Nor is one completed that is no longer what the page shows.
        await op(t, "update_task", { task_id: 1, title: "call nobody" });
        await page.getByRole("button", { name: "Complete call Jim" }).click();
        await page.locator(".failure").waitFor();
        await page.locator(".task-title").getByText("call nobody").waitFor();
        assert.equal(await page.locator(".task.done").count(), 0);
    }, { failures: true }],
];
