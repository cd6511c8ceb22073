import { expect, test } from "vitest";
import type { Column, ColumnProfile } from "../src/types";
import { warningsOf } from "../src/warnings";

const column = (type: string, misfits?: number): Column =>
    ({ name: "c", type, nulls: 0, distinct: 1, ...(misfits ? { misfits } : {}) });

test("what does not fit is told by its type, before and after it is counted once", () => {
    const problems = [{ kind: "misfits", count: 3, text: "3 values do not fit the type" },
        { kind: "blanks", count: 12000, text: "12000 texts have blanks around them" }];
    expect(warningsOf(column("date", 3), undefined)).toEqual(["3 dates unreadable"]);
    expect(warningsOf(column("decimal", 1), undefined)).toEqual(["1 number unreadable"]);
    expect(warningsOf(column("boolean", 2), { problems } as ColumnProfile))
        .toEqual(["2 values unreadable", "12,000 texts have blanks around them"]);
    expect(warningsOf(column("date"), undefined)).toEqual([]);
});
