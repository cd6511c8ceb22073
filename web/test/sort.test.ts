import { describe, expect, test } from "vitest";
import { toCsv, toTabs } from "../src/csv";
import { Figure } from "../src/json";
import { nextOrder, sortRows } from "../src/sort";
import type { Cell } from "../src/types";

function sorted(cells: Cell[], direction: "ascending" | "descending" = "ascending"): Cell[] {
    return sortRows(cells.map((cell) => [cell]), { column: 0, direction }).map((row) => row[0] ?? null);
}

describe("rows are sorted", () => {
    test("by value, not by text", () => {
        expect(sorted([10, 9, -1, new Figure("9.50")]).map(String)).toEqual(["-1", "9", "9.50", "10"]);
    });

    test("by digits where doubles cannot tell", () => {
        const close = ["9007199254740993", "9007199254740992", "9007199254740992.5"].map((text) => new Figure(text));
        expect(sorted(close).map(String)).toEqual(["9007199254740992", "9007199254740992.5", "9007199254740993"]);
        expect(sorted([new Figure("-0.30000000000000002"), new Figure("-0.30000000000000001")]).map(String))
            .toEqual(["-0.30000000000000002", "-0.30000000000000001"]);
    });

    test("with what is empty last, both ways", () => {
        expect(sorted([null, 2, "", 1])).toEqual([1, 2, null, ""]);
        expect(sorted([null, 2, "", 1], "descending")).toEqual([2, 1, null, ""]);
    });

    test("as people sort texts, numbers before them", () => {
        expect(sorted(["item 10", "Item 2", "éclair", "zoo", 5])).toEqual([5, "éclair", "Item 2", "item 10", "zoo"]);
    });

    test("keeping the order of equals, and of all without an order", () => {
        const rows: Cell[][] = [[1, "a"], [0, "b"], [1, "c"]];
        const down = sortRows(rows, { column: 0, direction: "descending" });
        expect(down.map((row) => row[1])).toEqual(["a", "c", "b"]);
        expect(sortRows(rows, null)).toBe(rows);
    });

    test("up, down and as they came by a click each", () => {
        const up = nextOrder(null, 1);
        const down = nextOrder(up, 1);
        expect([up, down, nextOrder(down, 1), nextOrder(down, 0)]).toEqual([
            { column: 1, direction: "ascending" }, { column: 1, direction: "descending" }, null,
            { column: 0, direction: "ascending" }]);
    });
});

describe("a table leaves", () => {
    const columns = ["name", "sum"];
    const rows: Cell[][] = [['a "b", c', new Figure("1.50")], ["x\ty\nz", null]];

    test("as CSV with its figures as written", () => {
        expect(toCsv(columns, rows)).toBe('name,sum\r\n"a ""b"", c",1.50\r\n"x\ty\nz",\r\n');
    });

    test("as a line a row for the clipboard", () => {
        expect(toTabs(columns, rows)).toBe('name\tsum\na "b", c\t1.50\nx y z\t');
    });
});
