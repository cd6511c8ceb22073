// warnings.ts - what is wrong with a column, in words: what did not fit when it was read, then what was counted.

import { count, groupThousands } from "./format";
import type { Column, ColumnProfile } from "./types";

const kinds: Record<string, string> = {
    integer: "number", decimal: "number", float: "number", date: "date", timestamp: "time",
};

export function warningsOf(column: Column, profile: ColumnProfile | undefined): string[] {
    const kind = kinds[column.type] ?? "value";
    const misfits = column.misfits ? [count(column.misfits, `${kind} unreadable`, `${kind}s unreadable`)] : [];
    const problems = (profile?.problems ?? []).filter((problem) => problem.kind !== "misfits");

    return [...misfits, ...problems.map(({ text }) => text.replace(/^\d+/, groupThousands))];
}
