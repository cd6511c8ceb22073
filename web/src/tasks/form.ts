// form.ts (tasks) - a task as a form has it: every field a text, and what of it was changed as arguments of the tools.

import type { ErrorBody } from "../types";
import { type Priority, type Task, zone } from "./types";
import { showRepeat, typedDue, typedRemind } from "./when";

export interface Draft {
    title: string;
    description: string;
    due: string;
    remind: string;
    repeat: string;
    priority: Priority | "";
    tags: string;
}

export const blank: Draft = { title: "", description: "", due: "", remind: "", repeat: "", priority: "", tags: "" };

export function draftOf(task: Task): Draft {
    return {
        title: task.title, description: task.description ?? "", due: typedDue(task), remind: typedRemind(task),
        repeat: task.repeat ? showRepeat(task.repeat) : "", priority: task.priority ?? "", tags: task.tags.join(" "),
    };
}

/** The words of a field of tags: apart by blanks or commas, with or without "#", none of them twice. */
export function tagsOf(text: string): string[] {
    return [...new Set(text.split(/[\s,]+/).map((tag) => tag.replace(/^#+/, "").toLowerCase()).filter(Boolean))];
}

/** What is to be different, as the tools take it: null takes away. Words about time are read by the reader's clock. */
export function changesOf(now: Draft, before: Draft): Record<string, unknown> {
    const args: Record<string, unknown> = {};

    for (const name of ["title", "description", "due", "remind", "repeat", "priority"] as const)
        if (now[name].trim() !== before[name].trim())
            args[name] = now[name].trim() || null;
    if (tagsOf(now.tags).join() !== tagsOf(before.tags).join())
        args["tags"] = tagsOf(now.tags);
    if ("due" in args || "remind" in args || "repeat" in args)
        args["time_zone"] = zone;
    return args;
}

export type Field = keyof Draft;
const about: [Field, RegExp][] = [
    ["remind", /\bremind/i], ["repeat", /\brepeat|comes? back|first time/i], ["due", /\bdue\b|\bwhen\b|date/i],
    ["tags", /\btags?\b/i], ["description", /\bdescription\b/i], ["priority", /\bpriority\b/i], ["title", /\btitle\b/i],
];

/** The field that a refusal is about, by the name in it; null: none in particular. */
export function fieldOf(error: ErrorBody): Field | null {
    const said = [error.message, error.suggested_action ?? ""];
    const found = said.map((text) => about.find(([, words]) => words.test(text))?.[0]);

    return error.can_retry ? null : (found[0] ?? found[1] ?? null);
}
