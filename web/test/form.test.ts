import { describe, expect, test } from "vitest";
import { type SessionFile, blank, fileProblem, headingsOf, metricsOf, problemsOf, requestOf } from "../src/investigate/form";

const file: SessionFile = { file_id: "f1", original_name: "a.csv", row_count: 1, size_bytes: 1 };
const whole = { ...blank, descriptions: { f1: "Orders" }, metric: "sum(x)", baselineStart: "2024-01-01",
    baselineEnd: "2024-01-31", compareStart: "2024-02-01", compareEnd: "2024-02-29" };

// req: metrics FR-006, SC-007
describe("a form", () => {
    test("that is whole has no problems, and one that is empty has all of them", () => {
        expect(problemsOf(whole, [file])).toEqual({});
        expect(Object.keys(problemsOf(blank, []))).toEqual(["files", "metric", "baselineStart", "compareStart"]);
    });

    test("wants a description of each file", () => {
        expect(problemsOf({ ...whole, descriptions: { f1: "  " } }, [file])).toHaveProperty("f1");
    });

    test("refuses a period that ends before it begins; periods may overlap", () => {
        expect(problemsOf({ ...whole, compareEnd: "2024-01-31" }, [file])).toHaveProperty("compareEnd");
        expect(problemsOf({ ...whole, compareStart: "2024-01-15" }, [file])).toEqual({});
    });

    test("is sent without the words that were not said", () => {
        expect(requestOf(whole)).toEqual({ metric_sql: "sum(x)",
            baseline_period: { start: "2024-01-01", end: "2024-01-31" },
            comparison_period: { start: "2024-02-01", end: "2024-02-29" } });
        expect(requestOf({ ...whole, context: " c ", prompt: "p" })).toMatchObject(
            { business_context: "c", investigation_prompt: "p" });
    });
});

test("a file that cannot be taken is refused before it is sent", () => {
    expect(fileProblem({ name: "A.CSV", size: 1 }, 0)).toBe(null);
    expect(fileProblem({ name: "a.xlsx", size: 1 }, 0)).toMatch(/csv/);
    expect(fileProblem({ name: "a.csv", size: 52_428_801 }, 0)).toMatch(/50 MB/);
    expect(fileProblem({ name: "a.csv", size: 1 }, 10)).toMatch(/10 files/);
});

test("what a file's first lines show as numbers is offered as metrics", () => {
    const headings = headingsOf('date,region,"unit price",order_id,revenue\n2024-01-01,East,2.50,7,10\n2024-01-02,West,3,8,-4.5\n');
    expect(headings.map(({ name }) => name)).toEqual(["date", "region", "unit price", "order_id", "revenue"]);
    expect(metricsOf(headings)).toEqual(["sum(revenue)", 'sum("unit price")']);
    expect(metricsOf(headingsOf("a;b\nx;1\n"))).toEqual(["sum(b)"]);
    expect(headingsOf("")).toEqual([]);
});
