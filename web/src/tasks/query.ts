// query.ts - which tasks the list shows and in what order: as arguments of list_tasks, and as words for the
// conversation, so that it can be made to show the same list.

import { type DueFilter, type Order, type Priority, type Status, zone } from "./types";
import { showDate } from "./when";

export interface Query {
    status: Status | null;
    due: DueFilter | null;
    /** Days that the conversation named, both included. */
    from: string | null;
    to: string | null;
    priority: Priority | null;
    tag: string | null;
    search: string;
    order: Order;
}

export const everything: Query = {
    status: null, due: null, from: null, to: null, priority: null, tag: null, search: "", order: "newest",
};

/** Whether some tasks may be left out. */
export function isNarrow({ order: _, search, ...rest }: Query): boolean {
    return search.trim() !== "" || Object.values(rest).some((one) => one !== null);
}

/** Only what was asked for is said. */
export function argsOf({ status, due, from, to, priority, tag, search, order }: Query): Record<string, unknown> {
    const args = { status, due, due_from: from, due_to: to, priority, tag, search: search.trim() || null, order };

    return { ...Object.fromEntries(Object.entries(args).filter(([, one]) => one !== null)), time_zone: zone };
}

const text = (value: unknown) => (typeof value === "string" ? value : null);

/** What a call of list_tasks asked for. */
export function queryOf(args: Record<string, unknown>): Query {
    return {
        status: text(args["status"]) as Status | null, due: text(args["due"]) as DueFilter | null,
        from: text(args["due_from"]), to: text(args["due_to"]),
        priority: text(args["priority"]) as Priority | null, tag: text(args["tag"]),
        search: text(args["search"]) ?? "", order: (text(args["order"]) ?? "newest") as Order,
    };
}

/** The days that were named, as a label. */
export function showSpan({ from, to }: Query): string {
    if (from && to && from !== to)
        return `due ${showDate(from)} to ${showDate(to)}`;
    return from && to ? `due ${showDate(from)}` : from ? `due from ${showDate(from)}` : `due until ${showDate(to ?? "")}`;
}
