import { expect, test } from "vitest";
import { suggest } from "../src/suggest";
import type { Column, DescribedTable } from "../src/types";

function table(...columns: [string, string, number][]): DescribedTable {
    const made = columns.map(([name, type, distinct]): Column => ({ name, type, distinct, nulls: 0 }));

    return { name: "t", source: "t.csv", row_count: 100, columns: made, assumptions: [] };
}

test("totals by what has few values, then by month", () => {
    expect(suggest(table(["date", "date", 90], ["region", "text", 4], ["channel", "text", 3], ["units", "integer", 50],
        ["unit_price", "decimal", 9], ["net_revenue", "decimal", 99], ["discount", "decimal", 4]))).toEqual([
        "total net revenue by region", "which channel has the highest total net revenue",
        "total net revenue by month of date"]);
});

test("rates are averaged, and ids are not added up", () => {
    expect(suggest(table(["id", "integer", 100], ["category", "text", 4], ["list_price", "decimal", 80]))[0])
        .toBe("average list price by category");
});

test("a name that is a word for a figure is quoted", () => {
    expect(suggest(table(["channel", "text", 4], ["total", "decimal", 80]))[0]).toBe('total "total" by channel');
});

test("there is always something to ask", () => {
    expect(suggest(table(["name", "text", 100]))).toEqual(["how many rows", "first 10 rows"]);
});
