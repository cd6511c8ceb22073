import { expect, test } from "vitest";
import { fromCsv, toCsv } from "../src/csv";

test("a table that was written as CSV is read again as it was", () => {
    const rows = [["a,b", 'say "x"'], ["", "two\r\nlines"], ["ä", "1.50"]];
    expect(fromCsv(toCsv(["one", "two"], rows), 10)).toEqual([["one", "two"], ...rows]);
});

test("only so many records are read, and the last needs no line end", () => {
    expect(fromCsv("a\n1\n2\n3", 3)).toEqual([["a"], ["1"], ["2"]]);
    expect(fromCsv("a,b\n1,2", 9)).toEqual([["a", "b"], ["1", "2"]]);
    expect(fromCsv(",\n", 9)).toEqual([["", ""]]);
    expect(fromCsv("", 9)).toEqual([]);
    expect(fromCsv('"open', 9)).toEqual([["open"]]);
});
