import { expect, test } from "vitest";
import { suggest } from "../src/suggest";
import type { Column, ColumnProfile, DescribedTable, Role, TableProfile } from "../src/types";

function table(...columns: [string, string, number][]): DescribedTable {
    const made = columns.map(([name, type, distinct]): Column => ({ name, type, distinct, nulls: 0 }));

    return { name: "t", source: "t.csv", row_count: 100, columns: made, assumptions: [] };
}

function counted(...columns: [string, Role, number, string?][]): TableProfile {
    const made = columns.map(([name, role, distinct, unit]): ColumnProfile => ({ name, type: "text", role, distinct,
        min: null, max: null, mean: null, quantiles: null, top: [], outliers: null, problems: [], quality: 1,
        histogram: unit ? { unit, bins: [] } : null }));

    return { name: "t", row_count: 100, quality: 1, duplicate_rows: 0, keys: [], columns: made };
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

test("what was counted is believed rather than a name or a type", () => {
    const sales = table(["until", "date", 90], ["plant", "integer", 201], ["serial", "decimal", 100], ["flag", "boolean", 2],
        ["kind", "text", 4], ["weight", "decimal", 80]);
    const counts = counted(["until", "timestamp", 90, "day"], ["plant", "dimension", 12], ["serial", "id", 100],
        ["flag", "dimension", 2], ["kind", "id", 4], ["weight", "measure", 80]);
    expect(suggest(sales, counts)).toEqual(["total weight by plant", "which flag has the highest total weight",
        "total weight by day of until"]);
    expect(suggest(sales)[0]).toBe("total weight by kind");
});

test("percentages are averaged, and the few names of a small table are grouped by", () => {
    const small = { ...table(["team", "text", 6], ["used", "decimal", 6]), row_count: 6 };
    small.columns[1] = { ...small.columns[1]!, unit: "%" };
    expect(suggest(small)).toEqual(["average used by team", "which team has the highest average used", "average used"]);
});

test("a question about another than the first table names it, or its own columns", () => {
    const first = table(["region", "text", 4], ["paid", "decimal", 80]);
    const second = { ...table(["region", "text", 4], ["sent", "decimal", 80]), name: "tblActual_sales" };
    const third = { ...table(["region", "text", 4], ["till", "text", 3], ["lost", "decimal", 80]), name: "2024 – #3" };
    const all = [first, second, third];
    expect(suggest(first, undefined, all)[0]).toBe("total paid by region");
    expect(suggest(second, undefined, all)[0]).toBe("total sent by region in tbl Actual sales");
    expect(suggest(third, undefined, all)).toEqual(["total lost by till", "which till has the highest total lost",
        "total lost"]);
});
