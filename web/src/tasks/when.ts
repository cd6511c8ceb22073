// when.ts - when a task is due, when it rings and how it comes back, as people say it. A whole day is a day wherever the
// reader is; a time of day is shown by the reader's own clock.

import type { Order, Task } from "./types";

const DAY_MS = 86_400_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const two = (n: number) => String(n).padStart(2, "0");

/** A day of the calendar as a number: days since 1970. */
const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month, day) / DAY_MS;
const localDay = (at: Date) => dayOf(at.getFullYear(), at.getMonth(), at.getDate());

interface Wall {
    day: number;
    /** "17:00"; null: the whole day. */
    time: string | null;
}

/** What the reader's calendar and clock say of it. `local` is as the server has it: with a T when there is a time. */
function wallOf(at: string | null, local: string | null): Wall | null {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(local ?? "") ?? [];

    if (day)
        return { day: dayOf(Number(year), Number(month) - 1, Number(day)), time: null };
    const moment = new Date(at ?? "");
    return Number.isNaN(moment.getTime()) ? null
        : { day: localDay(moment), time: `${two(moment.getHours())}:${two(moment.getMinutes())}` };
}

export function showDay(day: number, today: number): string {
    const date = new Date(day * DAY_MS);
    const away = day - today;
    const year = date.getUTCFullYear();

    if (away >= -1 && away <= 1)
        return ["yesterday", "today", "tomorrow"][away + 1] ?? "";
    if (away > 1 && away < 7)
        return WEEKDAYS[date.getUTCDay()] ?? "";
    const said = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
    return year === new Date(today * DAY_MS).getUTCFullYear() ? said : `${said} ${year}`;
}

function showWall(wall: Wall | null, now: Date): string | null {
    return wall && showDay(wall.day, localDay(now)) + (wall.time ? ` ${wall.time}` : "");
}

export const showDue = (task: Task, now = new Date()) => showWall(wallOf(task.due_at, task.due), now);
export const showRemind = (task: Task, now = new Date()) => showWall(wallOf(task.remind_at, task.remind), now);

/** "2026-11-20" as it is said. */
export function showDate(date: string, now = new Date()): string {
    return showWall(wallOf(null, date), now) ?? date;
}

const isoDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The date so many days from today. */
export const dateAfter = (days: number, now: Date) => isoDate(localDay(now) + days);

/** A whole day is over when it is over here. */
export function isOverdue(task: Task, now = new Date()): boolean {
    const wall = task.status === "pending" ? wallOf(task.due_at, task.due) : null;

    if (!wall)
        return false;
    return wall.time === null ? wall.day < localDay(now) : Date.parse(task.due_at ?? "") < now.getTime();
}

/** As it can be typed again: "2026-11-20 17:00", by the reader's clock; "" for none. */
function typed(at: string | null, local: string | null): string {
    const wall = wallOf(at, local);

    return wall ? isoDate(wall.day) + (wall.time ? ` ${wall.time}` : "") : "";
}

export const typedDue = (task: Task) => typed(task.due_at, task.due);
export const typedRemind = (task: Task) => typed(task.remind_at, task.remind);

const UNITS: Record<string, string> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const NTH: Record<string, string> = { 1: "first", 2: "second", 3: "third", 4: "fourth", "-1": "last" };

const joined = (words: string[]) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

/** The day in the rule: "Monday", "the last Friday", "the 15th"; "" when it is the task's own. */
function ruleDay(part: Map<string, string>): string {
    const days = (part.get("BYDAY") ?? "").split(",").filter(Boolean).map((day) => {
        const [, nth = "", name = ""] = /^(-?\d)?(\w\w)$/.exec(day) ?? [];
        return (nth && `the ${NTH[nth]} `) + (WEEKDAYS.find((one) => one.slice(0, 2).toUpperCase() === name) ?? day);
    });
    const monthDay = part.get("BYMONTHDAY");
    const month = MONTHS[Number(part.get("BYMONTH")) - 1];

    if (days.length > 0)
        return joined(days);
    if (!monthDay)
        return "";
    return monthDay === "-1" ? "the last day" : month ? `${monthDay} ${month}` : `day ${monthDay}`;
}

/** "every Monday and Thursday", "every 2 weeks until 31 Jan 2027". */
export function showRepeat(rule: string, now = new Date()): string {
    const part = new Map(rule.replace(/^RRULE:/i, "").split(";").map((one) => one.split("=") as [string, string]));
    const unit = UNITS[part.get("FREQ") ?? ""];
    const interval = Number(part.get("INTERVAL") ?? 1);
    const day = ruleDay(part);
    const until = /^(\d{4})(\d\d)(\d\d)/.exec(part.get("UNTIL") ?? "");
    const count = part.get("COUNT");

    if (!unit)
        return rule;
    const workdays = part.get("BYDAY") === "MO,TU,WE,TH,FR" && interval === 1;
    const every = workdays ? "every weekday"
        : unit === "week" && day && interval === 1 ? `every ${day}`
            : `every ${interval > 1 ? `${interval} ${unit}s` : unit}${day && ` on ${day}`}`;
    return every + (until ? ` until ${showDay(dayOf(Number(until[1]), Number(until[2]) - 1, Number(until[3])),
        localDay(now))}` : "") + (count ? `, ${count} times` : "");
}

/** Under which heading a task stands in this order; "" where there are none. */
export function sectionOf(task: Task, order: Order, now = new Date()): string {
    if (order === "newest")
        return "";
    if (task.status === "completed")
        return "Completed";
    if (order === "priority")
        return { high: "High", medium: "Medium", low: "Low", none: "No priority" }[task.priority ?? "none"];
    const wall = wallOf(task.due_at, task.due);
    if (!wall)
        return "No date";
    const away = wall.day - localDay(now);
    if (isOverdue(task, now))
        return "Overdue";
    return ["Today", "Tomorrow"][away] ?? (away < 7 ? "Within a week" : "Later");
}
