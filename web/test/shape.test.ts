import { expect, test } from "vitest";
import { shapeOf } from "../src/shape";
import type { Bin, ColumnProfile } from "../src/types";

const plain: ColumnProfile = { name: "c", type: "text", role: "dimension", distinct: 9, min: null, max: null, mean: null,
    quantiles: null, top: [], histogram: null, outliers: null, problems: [], quality: 1 };

function overTime(unit: string, ...bins: [string, number][]): ColumnProfile {
    const made = bins.map(([from, count]): Bin => ({ from, to: null, count }));

    return { ...plain, type: "date", role: "timestamp", histogram: { unit, bins: made } };
}

function numbers(type: string, ...bins: [number, number, number][]): ColumnProfile {
    const made = bins.map(([from, to, count]): Bin => ({ from, to, count }));

    return { ...plain, type, role: "measure", min: bins[0]?.[0] ?? 0, max: bins.at(-1)?.[1] ?? 0,
        histogram: { unit: null, bins: made } };
}

test("a number's bins are bars, the greatest of them full", () => {
    expect(shapeOf(numbers("decimal", [0, 1250.5, 1000], [1250.5, 2501, 500]))).toEqual({ bars: [1, 0.5],
        text: "From 0 to 2,501: most often 0 to 1,251, 1,000 of 1,500" });
});

test("a bin that is one whole number is told as that", () => {
    expect(shapeOf(numbers("integer", [3, 4, 1], [4, 4, 2]))?.text).toBe("From 3 to 4: most often 4, 2 of 3");
});

test.each([
    ["hour", "2024-02-29T23", "2024-03-01T01"], ["day", "2024-02-28", "2024-03-01"], ["month", "2023-12", "2024-02"],
    ["year", "1999", "2001"], ["decade", "1990", "2010"],
])("a gap between two of a %s is seen", (unit, from, to) => {
    expect(shapeOf(overTime(unit, [from, 1], [to, 2]))?.bars).toEqual([0.5, 0, 1]);
});

test("many periods are put together", () => {
    const years = Array.from({ length: 100 }, (_, i): [string, number] => [String(1900 + i), 1]);
    const shape = shapeOf(overTime("year", ...years));
    expect(shape?.bars.length).toBe(34);
    expect(shape?.text).toBe("By year from 1900 to 1999: most in 1900, 1 row");
});

test("what is no period is drawn in its order", () => {
    expect(shapeOf(overTime("month", ["soon", 1], ["later", 4]))?.bars).toEqual([0.25, 1]);
});

test("without a histogram the most frequent values are drawn", () => {
    const top = [{ value: "a", count: 4000 }, { value: "b", count: 2000 }];
    expect(shapeOf({ ...plain, top })).toEqual({ bars: [1, 0.5], text: "Most frequent: a 4,000, b 2,000" });
});

test("one value, only different ones and names of things have no shape", () => {
    expect(shapeOf({ ...numbers("integer", [7, 7, 3]), distinct: 1 })).toBe(null);
    expect(shapeOf(plain)).toBe(null);
    expect(shapeOf({ ...numbers("integer", [1, 2, 3], [2, 2, 1]), role: "id" })).toBe(null);
});
