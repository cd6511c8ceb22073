import { expect, test } from "vitest";
import { fromCsv, sayQuoted, toCsv, toTabs } from "../src/csv";

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

test("a cell that a spreadsheet would take for a formula is quoted, in the file and on the clipboard", () => {
    const hostile = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "\t=1", "\u3000=1", "\uff1d1", "\r@x"];

    for (const text of hostile) {
        expect(fromCsv(toCsv(["a"], [[text]]), 9)[1]).toEqual([`'${text}`]);
        expect(toTabs(["a"], [[text]]).split("\n")[1]?.startsWith("'")).toBe(true);
    }
    expect(fromCsv(toCsv(["=a"], []), 9)[0]).toEqual(["'=a"]);
    expect(sayQuoted(["a"], [["=1"], ["-5"], ["@x"]])).toBe("2 cells that a spreadsheet would take for formulas were quoted.");
    expect(sayQuoted(["a"], [["=1"]])).toContain("1 cell that");
    expect(sayQuoted(["a"], [["x"]])).toBe("");
});

test("a number stays a number, as a figure and as text", () => {
    const numbers = ["-5", "+3.2e4", "-1,5", "-1,234.50", "-.5", "+7%", " -5 ", "-", "--"];

    expect(fromCsv(toCsv(["a"], [...numbers.map((n) => [n]), [-5]]), 99).slice(1)).toEqual([...numbers, "-5"].map((n) => [n]));
});

test("what nobody would see in a text is made visible", () => {
    expect(toCsv(["a"], [["a\u202eb\x1b[31mc\u0085\u0000d"]])).toBe("a\r\na\ufffdb\ufffd[31mc\ufffd\ufffdd\r\n");
});
