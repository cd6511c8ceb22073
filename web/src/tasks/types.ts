// types.ts (tasks) - what the server says about tasks, and what the page asks of it.

import type { Option } from "../types";

export type Status = "pending" | "completed";
export type Priority = "low" | "medium" | "high";
export type Order = "newest" | "due" | "priority";
export type DueFilter = "overdue" | "today" | "tomorrow" | "week" | "any" | "none";
export type Format = "todo.txt" | "taskwarrior" | "icalendar";

export interface Task {
    id: number;
    title: string;
    description: string | null;
    status: Status;
    created_at: string;
    completed_at: string | null;
    /** The instant, and the same on the clock of its zone: a day, or a day and a time. */
    due_at: string | null;
    due: string | null;
    remind_at: string | null;
    remind: string | null;
    reminded_at: string | null;
    time_zone: string | null;
    priority: Priority | null;
    tags: string[];
    /** RFC 5545's RRULE. */
    repeat: string | null;
    version: number;
}

export interface ToolResult<T = unknown> {
    data: T;
    message: string;
    total?: number | null;
    /** Of a change: the number to undo it by. */
    step?: number | null;
}

/** One call of a tool, as the conversation shows it. */
export interface Call {
    tool: string;
    parameters?: Record<string, unknown>;
    result?: Partial<ToolResult>;
}

export interface Reply {
    conversation_id: string;
    response: string;
    tool_calls: Call[];
    status?: "success" | "clarification_needed" | "confirmation_required" | "error";
    options?: Option[];
}

/** The zone of the reader's clock: words such as "tomorrow" are read by it. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
