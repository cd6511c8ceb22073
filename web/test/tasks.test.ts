import { describe, expect, test } from "vitest";
import { blank, changesOf, draftOf, fieldOf, tagsOf } from "../src/tasks/form";
import { argsOf, everything, isNarrow, queryOf, showSpan } from "../src/tasks/query";
import { restOf } from "../src/tasks/reminders";
import { abridged, shownIn, shownOn, stepsIn } from "../src/tasks/talk";
import { type Call, type Task, zone } from "../src/tasks/types";
import { isOverdue, sectionOf, showDate, showDue, showRemind, showRepeat, typedDue } from "../src/tasks/when";

const now = new Date(2026, 10, 18, 12, 0); // a Wednesday, by whatever clock this runs
const task = (more: Partial<Task> = {}): Task => ({ id: 1, title: "a", description: null, status: "pending",
    created_at: "2026-11-01T00:00:00Z", completed_at: null, due_at: null, due: null, remind_at: null, remind: null,
    reminded_at: null, time_zone: null, priority: null, tags: [], repeat: null, version: 7, ...more });
const at = (...local: [number, number, number, number, number]) => ({ due: "2026-01-01T00:00",
    due_at: new Date(...local).toISOString() });
const day = (due: string) => ({ due, due_at: `${due}T23:59:59Z` });

describe("when a task is due", () => {
    test("is said from today's point of view", () => {
        expect(showDue(task(), now)).toBe(null);
        expect(showDue(task(day("2026-11-18")), now)).toBe("today");
        expect(showDue(task(day("2026-11-19")), now)).toBe("tomorrow");
        expect(showDue(task(day("2026-11-17")), now)).toBe("yesterday");
        expect(showDue(task(day("2026-11-20")), now)).toBe("Friday");
        expect(showDue(task(day("2026-11-25")), now)).toBe("25 Nov");
        expect(showDue(task(day("2027-01-05")), now)).toBe("5 Jan 2027");
        expect(showDue(task(at(2026, 10, 19, 17, 5)), now)).toBe("tomorrow 17:05");
        expect(showRemind(task({ remind: "2026-11-18T09:00", remind_at: new Date(2026, 10, 18, 9).toISOString() }), now))
            .toBe("today 09:00");
        expect(showDate("2026-11-19", now)).toBe("tomorrow");
    });

    test("is over when its time has come, a whole day when the day is over, and never once it is done", () => {
        expect(isOverdue(task(at(2026, 10, 18, 11, 59)), now)).toBe(true);
        expect(isOverdue(task(at(2026, 10, 18, 12, 1)), now)).toBe(false);
        expect(isOverdue(task(day("2026-11-18")), now)).toBe(false);
        expect(isOverdue(task(day("2026-11-17")), now)).toBe(true);
        expect(isOverdue(task({ ...day("2026-11-17"), status: "completed" }), now)).toBe(false);
        expect(isOverdue(task(), now)).toBe(false);
    });

    test("has a heading in each order", () => {
        const in_ = (due: string) => sectionOf(task(day(due)), "due", now);
        expect(["2026-11-01", "2026-11-18", "2026-11-19", "2026-11-24", "2026-11-25"].map(in_)).toEqual(
            ["Overdue", "Today", "Tomorrow", "Within a week", "Later"]);
        expect(sectionOf(task(), "due", now)).toBe("No date");
        expect(sectionOf(task({ status: "completed" }), "due", now)).toBe("Completed");
        expect(sectionOf(task({ priority: "high" }), "priority", now)).toBe("High");
        expect(sectionOf(task(), "priority", now)).toBe("No priority");
        expect(sectionOf(task(day("2026-11-01")), "newest", now)).toBe("");
    });
});

test("how a task comes back is said in words", () => {
    const said = (rule: string) => showRepeat(rule, now);
    expect(said("FREQ=DAILY")).toBe("every day");
    expect(said("RRULE:FREQ=WEEKLY;INTERVAL=2")).toBe("every 2 weeks");
    expect(said("FREQ=WEEKLY;BYDAY=MO,TH")).toBe("every Monday and Thursday");
    expect(said("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")).toBe("every weekday");
    expect(said("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR")).toBe("every 2 weeks on Friday");
    expect(said("FREQ=MONTHLY;BYMONTHDAY=15")).toBe("every month on day 15");
    expect(said("FREQ=MONTHLY;BYMONTHDAY=-1")).toBe("every month on the last day");
    expect(said("FREQ=MONTHLY;BYDAY=-1FR")).toBe("every month on the last Friday");
    expect(said("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24;COUNT=3")).toBe("every year on 24 Dec, 3 times");
    expect(said("FREQ=DAILY;UNTIL=20270131")).toBe("every day until 31 Jan 2027");
    expect(said("something else")).toBe("something else");
});

describe("a form", () => {
    test("sends only what was changed, and null for what was taken away", () => {
        const before = draftOf(task({ ...at(2026, 10, 19, 17, 0), priority: "high", tags: ["home"], repeat: "FREQ=DAILY" }));
        expect(before).toMatchObject({ title: "a", due: "2026-11-19 17:00", repeat: "every day", tags: "home" });
        expect(changesOf(before, before)).toEqual({});
        expect(changesOf({ ...before, title: " b ", priority: "" }, before)).toEqual({ title: "b", priority: null });
        expect(changesOf({ ...before, due: "" }, before)).toEqual({ due: null, time_zone: zone });
        expect(changesOf({ ...before, tags: "Home, #work work" }, before)).toEqual({ tags: ["home", "work"] });
        expect(changesOf({ ...blank, title: "c", due: "friday 5pm" }, blank)).toEqual(
            { title: "c", due: "friday 5pm", time_zone: zone });
        expect(typedDue(task(day("2026-11-19")))).toBe("2026-11-19");
        expect(tagsOf(" ,, #")).toEqual([]);
    });

    test("shows a refusal at the field it is about", () => {
        const refused = (message: string, suggested_action: string | null = null, can_retry = false) =>
            fieldOf({ message, suggested_action, can_retry, correlation_id: null, error_code: "INVALID_INPUT" });
        expect(refused("When it is due cannot be read.")).toBe("due");
        expect(refused("How it comes back cannot be read.")).toBe("repeat");
        expect(refused("A reminder before the due date needs a due date.")).toBe("remind");
        expect(refused("That time is over.", "Give a reminder that is still to come.")).toBe("remind");
        expect(refused("A task has at most 20 tags.")).toBe("tags");
        expect(refused("Something else.")).toBe(null);
        expect(refused("The database is busy.", "The date is right; try again.", true)).toBe(null);
    });
});

describe("which tasks are shown", () => {
    test("is asked for by what was chosen and nothing else", () => {
        expect(argsOf(everything)).toEqual({ order: "newest", time_zone: zone });
        expect(argsOf({ ...everything, status: "pending", search: " milk ", tag: "home", from: "2026-11-20" })).toEqual(
            { status: "pending", search: "milk", tag: "home", due_from: "2026-11-20", order: "newest", time_zone: zone });
        expect(isNarrow(everything)).toBe(false);
        expect(isNarrow({ ...everything, order: "due" })).toBe(false);
        expect(isNarrow({ ...everything, search: "x" })).toBe(true);
        expect(isNarrow({ ...everything, due: "none" })).toBe(true);
    });

    test("is taken over from the conversation", () => {
        expect(queryOf({ status: "pending", due_from: "2026-11-20", limit: 50 })).toEqual(
            { ...everything, status: "pending", from: "2026-11-20" });
        expect(showSpan({ ...everything, from: "2020-01-02", to: "2020-01-03" })).toBe("due 2 Jan 2020 to 3 Jan 2020");
        expect(showSpan({ ...everything, to: "2020-01-03" })).toBe("due until 3 Jan 2020");
    });
});

describe("the conversation", () => {
    const reply = (response: string, ...tool_calls: Call[]) =>
        ({ conversation_id: "c", response, status: "success" as const, tool_calls });
    const list = { tool: "list_tasks", parameters: { tag: "home" }, result: { data: [task({ id: 9 })], total: 3 } };

    test("has the list it showed, and how it was asked for", () => {
        expect(shownIn(reply("Here:\n1. a", { tool: "add_task", result: { data: { id: 9 } } }, list))).toEqual(
            { tasks: [task({ id: 9 })], total: 3, query: { ...everything, tag: "home" }, isMore: false });
        expect(shownIn(reply("51. a", list))?.isMore).toBe(true);
        expect(shownIn(reply("You have 3 tasks.", list))).toBe(null);
        expect(shownIn(reply("1. a", list, list))).toBe(null);
        expect(shownIn({ ...reply("1. a", list), status: "clarification_needed" })).toBe(null);
        expect(shownIn(reply("1. a", { tool: "list_tasks" }))).toBe(null);
        expect(stepsIn([list, { tool: "add_task", result: { step: 4 } }, { tool: "complete_task" }])).toEqual([4]);
    });

    test("says only how a long list begins that stands beside it", () => {
        const lines = (n: number) => Array.from({ length: n }, (_, i) => `${i + 1}. task`);
        expect(abridged(["Here:", ...lines(8), "Done."].join("\n"))).toBe(["Here:", ...lines(8), "Done."].join("\n"));
        expect(abridged(["Here:", ...lines(50), "9 more."].join("\n"))).toBe(
            ["Here:", ...lines(7), "… and 43 more in the list beside this.", "9 more."].join("\n"));
        expect(abridged("nothing")).toBe("nothing");
    });

    test("takes the page's list along, each task with the version that is shown", () => {
        expect(shownOn([task({ id: 3, version: 7 }), task({ id: 1, version: 2 })])).toEqual(
            [{ id: 3, version: 7 }, { id: 1, version: 2 }]);
    });
});

test("the next reminder is looked for when it is to ring, and at least every half minute", () => {
    const rest = (next_remind_at: string | null) => restOf({ next_remind_at, as_of: "2026-11-18T12:00:00Z" });
    expect(rest(null)).toBe(30_000);
    expect(rest("2026-11-18T12:00:10Z")).toBe(11_000);
    expect(rest("2026-11-18T11:59:00Z")).toBe(1000);
    expect(rest("2026-11-19T12:00:00Z")).toBe(30_000);
});
