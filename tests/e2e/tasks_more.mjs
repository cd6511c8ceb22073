// tasks_more.mjs - dates, reminders, several tasks at once, undoing, long lists, and the files of other programs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { onAPhone } from "./harness.mjs";
import { add, op, opened, say, titles } from "./tasks.mjs";

const confirm = (page) => page.getByRole("group", { name: "Confirm" });
const tool = (page, name) => page.getByRole("group", { name: "Tools" }).getByRole("button", { name });
const note = (page, words) => page.locator(".note").getByText(words);

async function select(page, ...names) {
    await tool(page, "Select several").click();
    for (const name of names)
        await page.getByLabel(`Select ${name}`).click();
}

/** A task whose reminder rings: one keeps its distance when the date is brought forward. */
async function ring(t, title) {
    const { data } = await op(t, "add_task", { title, due: "in 10 days", remind: "3 days before", time_zone: "UTC" });

    await op(t, "update_task", { task_id: data.id, due: "tomorrow", time_zone: "UTC" });
    return data.id;
}

const bulkCases = [
    // req: tasks US5/thin, FR-008/thin
    ["several tasks are completed, reopened, tagged, dated and deleted at once, each of them named first", async (t) => {
        const page = await opened(t, "call John", "buy milk", "pay rent", "water plants");
        await select(page, "water plants");
        await page.getByLabel("Select buy milk").click({ modifiers: ["Shift"] });
        await page.getByText("3 tasks selected").waitFor();
        await t.accessible(page, "tasks selected");
        const bar = page.locator(".selection");
        await bar.getByRole("button", { name: "Complete" }).click();
        await confirm(page).waitFor();
        for (const title of ["water plants", "pay rent", "buy milk"])
            assert.ok((await confirm(page).textContent()).includes(title), title);
        await t.accessible(page, "tasks bulk confirm");
        await onAPhone(t, page, "tasks bulk confirm");
        await page.setViewportSize({ width: 1280, height: 860 });
        await confirm(page).getByRole("button", { name: "Leave it" }).click();
        assert.equal(await page.locator(".task.done").count(), 0);
        await bar.getByRole("button", { name: "Complete" }).click();
        await confirm(page).getByRole("button", { name: "Complete them" }).click();
        await page.locator(".task.done").nth(2).waitFor();
        await bar.getByRole("button", { name: "Reopen" }).click();
        await confirm(page).getByRole("button", { name: "Reopen them" }).click();
        await page.locator(".task.done").first().waitFor({ state: "detached" });
        await bar.getByRole("button", { name: "Tag", exact: true }).click();
        await page.fill("#set-all", "home");
        await page.keyboard.press("Enter");
        await confirm(page).getByRole("button", { name: "Tag them home" }).click();
        await page.locator(".tag").nth(2).waitFor();
        await bar.getByRole("button", { name: "Set due" }).click();
        await page.fill("#set-all", "tomorrow");
        await page.keyboard.press("Enter");
        await confirm(page).getByRole("button", { name: "Make them due tomorrow" }).click();
        await page.locator(".fact").getByText("Due tomorrow").nth(2).waitFor();
        await bar.getByRole("button", { name: "Set due" }).click();
        await page.fill("#set-all", "sometime or other");
        await page.keyboard.press("Enter");
        // What cannot be read is refused, before or after the yes, and nothing is changed.
        await confirm(page).or(page.locator("#set-all-bad")).waitFor();
        if (await confirm(page).count())
            await confirm(page).getByRole("button", { name: "Make them due" }).click();
        await page.locator(".failure, #set-all-bad").getByText("cannot be read").waitFor();
        assert.equal(await page.locator(".fact").getByText("Due tomorrow").count(), 3);
        await bar.getByRole("button", { name: "Delete" }).click();
        await confirm(page).getByRole("button", { name: "Delete them" }).click();
        await page.locator(".place-head").getByText("1 task", { exact: true }).waitFor();
        await page.locator(".note").getByRole("button", { name: "Undo" }).click();
        await page.locator(".place-head").getByText("4 tasks").waitFor();
        assert.deepEqual(await titles(page), ["water plants", "pay rent", "buy milk", "call John"]);
    }, { failures: true }],

    ["the keyboard stays in the list when the row it was at is gone", async (t) => {
        const page = await opened(t, "call John", "buy milk", "pay rent");
        await page.getByRole("button", { name: "Pending" }).click();
        await page.getByRole("button", { name: "Complete buy milk" }).focus();
        await page.keyboard.press("Enter");
        await page.locator(".task").nth(2).waitFor({ state: "detached" });
        const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
        assert.equal(await focused(), "Complete call John");
        await page.getByRole("button", { name: "Delete call John" }).focus();
        await page.keyboard.press("Enter");
        await confirm(page).waitFor();
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Enter");
        await page.locator(".task").nth(1).waitFor({ state: "detached" });
        assert.equal(await focused(), "Complete pay rent");
    }, { failures: true }],

    ["only what is shown is ever selected", async (t) => {
        const page = await opened(t, "call John", "buy milk", "pay rent");
        await select(page);
        await page.getByRole("button", { name: "Select all 3 shown" }).click();
        await page.getByText("3 tasks selected").waitFor();
        await page.fill("#search-tasks", "milk");
        await page.getByText("1 task selected").waitFor();
        assert.equal(await page.locator(".selection").getByRole("button", { name: "Delete" }).getAttribute("aria-disabled"), "false");
        await page.getByLabel("Select buy milk").click();
        await page.getByText("0 tasks selected").waitFor();
        await page.locator(".selection").getByRole("button", { name: "Delete" }).click({ force: true });
        await page.waitForTimeout(200);
        assert.equal(await confirm(page).count(), 0, "nothing is selected, so nothing is asked");
        await page.locator(".selection").getByRole("button", { name: "Done" }).click();
        await page.locator(".selection").waitFor({ state: "detached" });
    }],
];

const undoCases = [
    ["every change is undone and redone, by buttons and by keys", async (t) => {
        const page = await opened(t, "call John");
        await page.getByRole("button", { name: "Complete call John" }).click();
        await page.locator(".task.done").waitFor();
        await tool(page, "Undo").click();
        await page.locator(".task.done").waitFor({ state: "detached" });
        await page.locator(".note").getByRole("button", { name: "Redo" }).click();
        await page.locator(".task.done").waitFor();
        await page.getByRole("button", { name: "Reopen call John" }).click();
        await page.locator(".task.done").waitFor({ state: "detached" });
        await page.locator("#main").focus();
        await page.keyboard.press("Control+z");
        await page.locator(".task.done").waitFor();
        await page.keyboard.press("Control+Shift+z");
        await page.locator(".task.done").waitFor({ state: "detached" });
        // In a text field the keys are the field's own.
        await page.fill("#new-task", "milk");
        await page.press("#new-task", "Control+z");
        await page.waitForTimeout(300);
        assert.deepEqual(await titles(page), ["call John"]);
        await tool(page, "Redo").click();
        await note(page, "nothing to redo").waitFor();
    }, { failures: true }],

    ["what was changed since is told before it is undone over it", async (t) => {
        const page = await opened(t, "call John");
        await page.getByRole("button", { name: "Complete call John" }).click();
        await page.locator(".note").getByRole("button", { name: "Undo" }).waitFor();
        await op(t, "update_task", { task_id: 1, title: "call Jane" });
        await page.locator(".note").getByRole("button", { name: "Undo" }).click();
        await confirm(page).waitFor();
        assert.match(await confirm(page).textContent(), /call Jane.*since/);
        await t.accessible(page, "tasks undo conflict");
        await confirm(page).getByRole("button", { name: "Leave it" }).click();
        assert.equal(await page.locator(".task.done").count(), 1);
    }, { failures: true }],

    ["the changes are listed, and each can be undone", async (t) => {
        const page = await opened(t, "call John", "buy milk");
        await page.getByRole("button", { name: "Complete buy milk" }).click();
        await page.locator(".task.done").waitFor();
        await tool(page, "Changes").click();
        await page.locator(".change").nth(2).waitFor();
        await t.accessible(page, "tasks changes");
        await onAPhone(t, page, "tasks changes");
        await page.locator(".change").nth(1).getByRole("button", { name: "Undo" }).click();
        // It was completed since, so that is asked above the list.
        await confirm(page).waitFor();
        await confirm(page).getByRole("button", { name: "Undo it" }).click();
        await page.locator(".task-title").getByText("buy milk").waitFor({ state: "detached" });
        await tool(page, "Changes").click();
        await page.getByRole("button", { name: /^Undo: Added 'call John'/ }).click();
        await page.getByRole("button", { name: /^Redo: Added 'call John'/ }).waitFor();
        await page.keyboard.press("Escape");
        await page.getByText("No tasks yet").waitFor();
    }, { failures: true }],
];

const listCases = [
    ["a task is added with all that belongs to it, and words that cannot be read are said where they stand", async (t) => {
        const page = await t.open({ path: "/#/tasks", zone: "America/New_York" });
        await page.getByText("No tasks yet").waitFor();
        await page.fill("#new-task", "send figures");
        await page.getByRole("button", { name: "Details" }).click();
        await page.fill("#new-due", "sometime or other");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.locator("#new-due-bad").waitFor();
        assert.equal(await page.getAttribute("#new-due", "aria-invalid"), "true");
        assert.equal(await page.getAttribute("#new-due", "aria-describedby"), "new-due-bad");
        assert.equal(await page.inputValue("#new-task"), "send figures", "nothing that was typed is lost");
        await t.accessible(page, "tasks add refused");
        await onAPhone(t, page, "tasks add refused");
        await page.fill("#new-due", "tomorrow 5pm");
        await page.fill("#new-repeat", "every monday maybe");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.locator("#new-repeat-bad").waitFor();
        await page.fill("#new-repeat", "");
        await page.fill("#new-remind", "1 hour before");
        await page.selectOption("#new-priority", "medium");
        await page.fill("#new-tags", "work");
        await page.getByRole("button", { name: "Add", exact: true }).click();
        await page.locator(".task").getByText("Due tomorrow 17:00").waitFor();
        await page.locator(".task").getByText("Reminder tomorrow 16:00").waitFor();
        const [task] = (await op(t, "list_tasks", {})).data;
        assert.equal(task.time_zone, "America/New_York");
        assert.match(task.due, /T17:00$/);
        assert.match(task.due_at, /T2[12]:00:00/);
    }, { failures: true }],

    ["what is overdue is said in a word, and an order by date has its headings", async (t) => {
        await op(t, "add_task", { title: "late", due: "2020-01-01", time_zone: "UTC" });
        await op(t, "add_task", { title: "soon", due: "tomorrow", time_zone: "UTC" });
        await op(t, "add_task", { title: "urgent", priority: "high" });
        const page = await t.open({ path: "/#/tasks", zone: "UTC" });
        await page.locator(".task").getByText("Overdue: 1 Jan 2020").waitFor();
        assert.deepEqual(await titles(page), ["urgent", "soon", "late"]);
        await page.getByLabel("Order").selectOption("due");
        await page.getByRole("heading", { name: "Overdue" }).waitFor();
        await page.waitForFunction(() =>
            [...document.querySelectorAll(".task-title")].map((one) => one.textContent).join() === "late,soon,urgent");
        assert.deepEqual(await page.locator(".part-name").allTextContents(), ["Overdue", "Tomorrow", "No date"]);
        assert.deepEqual(await page.locator(".task-number").allTextContents(), ["Number 1", "Number 2", "Number 3"]);
        await t.accessible(page, "tasks by date");
        await onAPhone(t, page, "tasks by date");
        await page.getByLabel("Order").selectOption("priority");
        await page.getByRole("heading", { name: "High" }).waitFor();
        for (const [due, expected] of [["overdue", ["late"]], ["tomorrow", ["soon"]], ["none", ["urgent"]], ["today", []]]) {
            await page.getByLabel("When due").selectOption(due);
            await page.waitForFunction((names) =>
                [...document.querySelectorAll(".task-title")].map((one) => one.textContent).join() === names, expected.join());
        }
        await page.getByText("No such tasks").waitFor();
        await t.accessible(page, "tasks none such");
        await page.getByRole("button", { name: "Show all" }).click();
        await page.getByLabel("How important", { exact: true }).selectOption("high");
        await page.locator(".place-head").getByText("1 task", { exact: true }).waitFor();
    }],

    ["words and tags find tasks; an older search never overtakes a newer one", async (t) => {
        await op(t, "add_task", { title: "buy milk", tags: ["home"] });
        await op(t, "add_task", { title: "buy paper", tags: ["work"] });
        const page = await t.open({ path: "/#/tasks" });
        await page.locator(".task").nth(1).waitFor();
        await page.getByRole("button", { name: "Only tasks tagged home" }).click();
        await page.locator(".place-head").getByText("1 task", { exact: true }).waitFor();
        assert.deepEqual(await titles(page), ["buy milk"]);
        await page.getByRole("button", { name: "No longer only #home" }).click();
        await page.locator(".task").nth(1).waitFor();
        // The first answer is kept waiting until the second one is there.
        let held;
        await page.route("**/api/ops/list_tasks", async (route) => {
            if (JSON.parse(route.request().postData()).search === "milk")
                await new Promise((resolve) => (held = resolve));
            await route.continue().catch(() => undefined);
        });
        await page.fill("#search-tasks", "milk");
        while (!held)
            await page.waitForTimeout(50);
        await page.fill("#search-tasks", "paper");
        await page.locator(".place-head").getByText("1 task", { exact: true }).waitFor();
        held();
        await page.waitForTimeout(200);
        assert.deepEqual(await titles(page), ["buy paper"]);
    }],

    ["a long list comes fifty at a time and stays quick", async (t) => {
        const lines = Array.from({ length: 3000 }, (_, i) => `task number ${i + 1}`).join("\n");
        await op(t, "tasks.import", { content: lines, format: "todo.txt" });
        const page = await t.open({ path: "/#/tasks" });
        await page.locator(".place-head").getByText("3,000 tasks").waitFor();
        assert.equal(await page.locator(".task").count(), 50);
        await page.getByText("50 of 3,000 are shown.").waitFor();
        await page.getByRole("button", { name: "Show more" }).click();
        await page.getByText("100 of 3,000 are shown.").waitFor();
        assert.equal(await page.locator(".task").count(), 100);
        // Added elsewhere meanwhile: nothing is shown twice, and the numbers are right.
        await add(t, "from elsewhere");
        await page.getByRole("button", { name: "Show more" }).click();
        await page.locator(".task-title").getByText("from elsewhere").waitFor();
        const all = await titles(page);
        assert.equal(new Set(all).size, all.length);
        await page.fill("#search-tasks", "2999");
        await page.locator(".place-head").getByText("1 task", { exact: true }).waitFor();
    }],
];

const ringCases = [
    ["a reminder rings in every place until it is done, put off or dismissed", async (t) => {
        for (const title of ["third", "second", "first"])
            await ring(t, title);
        const page = await t.open();
        const bar = page.getByRole("region", { name: "Reminders" });
        await bar.waitFor();
        await page.locator("[role=status]").getByText(/^Reminder: /).waitFor();
        assert.match(await bar.textContent(), /Due tomorrow.*2 more/);
        await t.accessible(page, "reminder");
        await onAPhone(t, page, "reminder");
        const rings = await bar.getByRole("link").textContent();
        await bar.getByRole("button", { name: "Done" }).click();
        await bar.getByText("1 more").waitFor();
        assert.notEqual(await bar.getByRole("link").textContent(), rings);
        await bar.getByRole("button", { name: "1 hour" }).click();
        await bar.getByText("more").waitFor({ state: "detached" });
        await page.setViewportSize({ width: 1280, height: 860 });
        await bar.getByRole("link").click();
        await page.locator(".task").nth(2).waitFor();
        await t.accessible(page, "tasks ringing");
        await bar.getByRole("button", { name: "Dismiss" }).click();
        await bar.waitFor({ state: "detached" });
        const { data } = await op(t, "list_tasks", {});
        assert.equal(data.filter((task) => task.status === "completed").length, 1);
        assert.equal(data.filter((task) => task.reminded_at !== null && task.status === "pending").length, 1);
        assert.equal(data.filter((task) => task.remind_at > new Date().toISOString()).length, 1);
    }],

    ["the page asks for reminders when somebody comes back to it, and the system is told only when that was wanted", async (t) => {
        const page = await t.open({ path: "/#/tasks", before: (page) => page.addInitScript(() => {
            window.told = [];
            window.Notification = class {
                static permission = "default";
                static async requestPermission() {
                    return (this.permission = "granted");
                }
                constructor(title) {
                    window.told.push(title);
                }
            };
        }) });
        const back = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        await page.getByText("No tasks yet").waitFor();
        await ring(t, "first");
        await back();
        await page.getByRole("region", { name: "Reminders" }).waitFor();
        assert.deepEqual(await page.evaluate(() => window.told), []);
        await tool(page, "System notifications").click();
        await note(page, "The system will show reminders").waitFor();
        assert.equal(await tool(page, "System notifications").getAttribute("aria-pressed"), "true");
        await ring(t, "second");
        await back();
        await page.waitForFunction(() => window.told.length > 0);
        assert.deepEqual(await page.evaluate(() => window.told), ["second"]);
        await t.clean(page);
    }],
];

const exchangeCases = [
    ["tasks come from files of other programs and go out to them", async (t) => {
        const page = await t.open({ path: "/#/tasks" });
        await page.getByText("No tasks yet").waitFor();
        await tool(page, "Import and export").click();
        const drawer = page.getByRole("dialog", { name: "Import and export" });
        await t.accessible(page, "tasks exchange");
        await onAPhone(t, page, "tasks exchange");
        await page.setViewportSize({ width: 1280, height: 860 });
        await drawer.locator('input[type="file"]').setInputFiles(
            [{ name: "todo.txt", mimeType: "text/plain", buffer: Buffer.from("(A) call John @phone due:2030-01-05\nx 2026-01-02 buy milk\n") }]);
        await drawer.getByRole("status").getByText(/2 tasks/).waitFor();
        for (const [name, ending, content] of [["todo.txt", ".txt", /call John/], ["Taskwarrior", ".json", /"description"/],
            ["iCalendar", ".ics", /BEGIN:VTODO/]]) {
            const [download] = await Promise.all([page.waitForEvent("download"), drawer.getByRole("button", { name }).click()]);
            assert.ok(download.suggestedFilename().endsWith(ending), download.suggestedFilename());
            assert.match(readFileSync(await download.path(), "utf8"), content);
        }
        await drawer.getByRole("button", { name: "Copy the calendar's address" }).click();
        const address = await page.evaluate(() => navigator.clipboard.readText());
        const feed = await fetch(address);
        assert.match(feed.headers.get("content-type"), /text\/calendar/);
        assert.match(await feed.text(), /call John/);
        await drawer.locator('input[type="file"]').setInputFiles(
            [{ name: "bad.json", mimeType: "application/json", buffer: Buffer.from('[{"description":') }]);
        await drawer.locator(".failure").waitFor();
        await t.accessible(page, "tasks import refused");
        await drawer.getByRole("button", { name: "Close" }).click();
        assert.deepEqual((await titles(page)).toSorted(), ["buy milk", "call John"]);
        await page.locator(".note").getByRole("button", { name: "Undo" }).click();
        await page.getByText("No tasks yet").waitFor();
    }, { failures: true }],
];

const talkCases = [
    ["the conversation offers what can be chosen, and goes on when there is more", async (t) => {
        const lines = Array.from({ length: 120 }, (_, i) => `task number ${i + 1}`).join("\n");
        await op(t, "tasks.import", { content: lines, format: "todo.txt" });
        const page = await t.open({ path: "/#/tasks" });
        await page.locator(".task").nth(49).waitFor();
        const first = await say(page, "show my tasks");
        await first.getByRole("button", { name: "more" }).click();
        await page.locator(".message.assay").nth(1).waitFor();
        assert.match(await page.locator(".message.assay").nth(1).textContent(), /task number/);
        await t.accessible(page, "tasks more");
    }],
];

export const taskMoreCases = [...bulkCases, ...undoCases, ...listCases, ...ringCases, ...exchangeCases, ...talkCases];
