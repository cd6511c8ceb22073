// errors.ts - a failure as the page shows it, out of whichever shape the server told it in: the contract's, or one of
// the three that the seeds' own routes speak.

import type { ErrorBody } from "./types";

const unknown: ErrorBody = {
    message: "The server gave an answer this page does not understand.",
    correlation_id: null,
    error_code: "UNKNOWN",
    can_retry: true,
    suggested_action: "Reload the page; if it stays, the page and the program may be of different versions.",
};

type Loose = Record<string, unknown>;

function object(value: unknown): Loose | null {
    return typeof value === "object" && value !== null ? (value as Loose) : null;
}

const text = (...values: unknown[]) => values.find((value): value is string => typeof value === "string") ?? null;
const truth = (...values: unknown[]) => values.find((value): value is boolean => typeof value === "boolean") ?? true;

/** The error in what a server sent, with or without its wrapping. */
export function errorBody(value: unknown): ErrorBody {
    const outer = object(value);
    const inner = object(outer?.["error"]) ?? outer;
    const details = object(inner?.["details"]);
    // "error" is a text where it is the sentence itself (tasks), or the kind beside a message (docs).
    const message = text(inner?.["message"], inner?.["error"]);

    if (!inner || !message)
        return unknown;
    return {
        message,
        correlation_id: text(inner["correlation_id"], details?.["correlation_id"], inner["request_id"]),
        error_code: text(inner["error_code"], inner["code"], inner["error"]) ?? unknown.error_code,
        can_retry: truth(inner["can_retry"], details?.["can_retry"], inner["retryable"]),
        suggested_action: text(inner["suggested_action"], details?.["suggested_action"]),
    };
}

export const notUnderstood = unknown;

export function unreachable(message: string, suggested_action: string): ErrorBody {
    return { message, suggested_action, correlation_id: null, error_code: "UNREACHABLE", can_retry: true };
}
