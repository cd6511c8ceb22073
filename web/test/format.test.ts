import { describe, expect, test } from "vitest";
import { count, isLabel, showBrief, showBytes, showCell, showNumber, showShare, showTime } from "../src/format";
import { Figure, parseExact } from "../src/json";

describe("a number is shown", () => {
    test.each([
        ["0", "0"], ["999", "999"], ["1000", "1,000"], ["-1234567", "-1,234,567"], ["726014.00", "726,014.00"],
        ["0.123456", "0.123456"], ["0.1234564", "0.123456"], ["0.1234565", "0.123457"], ["-0.1234565", "-0.123457"],
        ["999.9999995", "1,000"], ["1148.7193583333333", "1,148.719358"], ["-0.0000001", "0"], ["-0.00", "0.00"],
        ["123456789012345678901234567890", "123,456,789,012,345,678,901,234,567,890"], ["1e21", "1e21"],
    ])("%s as %s", (text, shown) => {
        expect(showNumber(text)).toBe(shown);
    });

    test("without separators where it names something", () => {
        expect(["year", "order_id", "Zip Code", "house no"].map(isLabel)).toEqual([true, true, true, true]);
        expect(["yearly", "paid", "volcano", "revenue"].map(isLabel)).toEqual([false, false, false, false]);
        expect(showCell(2024, true)).toBe("2024");
        expect(showCell(2024, false)).toBe("2,024");
    });
});

describe("JSON", () => {
    test("keeps numbers as they were written", () => {
        const [cents, long, plain] = parseExact('[726014.00, 12345678901234567890.5, 12]') as [Figure, Figure, number];
        expect(String(cents)).toBe("726014.00");
        expect(String(long)).toBe("12345678901234567890.5");
        expect(plain).toBe(12);
        expect(Number(cents)).toBe(726014);
    });
});

test("sizes, times and counts are short", () => {
    expect([0, 1, 999, 1000, 9949, 9950, 135678, 999499, 999500, 5e9].map(showBytes)).toEqual(["0 bytes", "1 byte",
        "999 bytes", "1.0 kB", "9.9 kB", "10 kB", "136 kB", "999 kB", "1.0 MB", "5.0 GB"]);
    expect([0, 999, 1000, 61234].map(showTime)).toEqual(["under 1 ms", "999 ms", "1.0 s", "61.2 s"]);
    expect([count(1, "entry", "entries"), count(1200, "row")]).toEqual(["1 entry", "1,200 rows"]);
});

test("a share is 0 or 100 % only when it is that", () => {
    expect([showShare(0, 9), showShare(1, 200), showShare(1, 3), showShare(1999, 2000), showShare(9, 9), showShare(0, 0)])
        .toEqual(["0 %", "under 1 %", "33 %", "over 99 %", "100 %", "0 %"]);
});

test("a number among many is shown in a few digits", () => {
    expect([1234.5678, new Figure("17.400000000000002"), 0, "x", null].map((cell) => showBrief(cell)))
        .toEqual(["1,235", "17.4", "0", "x", ""]);
});
