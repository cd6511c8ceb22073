import { describe, expect, test } from "vitest";
import { chartOf, scaleOf } from "../src/chart";

const band = (domain: string[]) => ({ field: "x", type: "ordinal", title: "region", scale: { domain } });
const value = (more = {}) => ({ field: "y", type: "quantitative", title: "revenue", axis: { format: ",.6~g" }, ...more });
const spec = (mark: string, values: object[], encoding: object) =>
    ({ title: "Revenue", description: "Bar chart of revenue.", data: { values }, mark: { type: mark }, encoding });

describe("a chart is read", () => {
    test("of bars, with its names in their order", () => {
        const chart = chartOf(spec("bar", [{ x: "b", y: 2 }, { x: "a", y: null }],
            { x: band(["b", "a"]), y: value({ stack: null }) }));
        expect(chart).toMatchObject({ kind: "bar", lying: false, bands: ["b", "a"], series: [""], alt: "Bar chart of revenue." });
        expect(chart?.marks.map(({ at, to }) => [at, to])).toEqual([[0, 2], [1, NaN]]);
    });

    test("of lying bars, whose names are on the other axis", () => {
        const chart = chartOf(spec("bar", [{ x: "b", y: 2 }], { y: band(["b"]), x: value() }));
        expect(chart).toMatchObject({ lying: true, placeLabel: "region", valueLabel: "revenue" });
    });

    test("of stacked bars, with what is negative below zero", () => {
        const rows = [{ x: "a", y: 2, series: "p" }, { x: "a", y: 3, series: "q" }, { x: "a", y: -1, series: "r" }];
        const chart = chartOf(spec("bar", rows, { x: band(["a"]), y: value({ stack: "zero" }) }));
        expect(chart?.kind).toBe("stacked");
        expect(chart?.marks.map(({ from, to }) => [from, to])).toEqual([[0, 2], [2, 5], [0, -1]]);
        expect(chart && scaleOf(chart)).toMatchObject({ low: -2, high: 6 });
    });

    test("of a line over time, at the moments' own distances", () => {
        const x = { field: "x", type: "temporal", title: "month" };
        const rows = [{ x: "2024-01-01T00:00:00Z", when: "2024-01-01", y: 5 }, { x: "2024-03-01T00:00:00Z", when: "2024-03-01", y: 9 }];
        const chart = chartOf(spec("line", rows, { x, y: value() }));
        expect(chart?.marks.map(({ at, name }) => [at, name])).toEqual(
            [[Date.UTC(2024, 0), "2024-01-01"], [Date.UTC(2024, 2), "2024-03-01"]]);
    });

    test("of a waterfall, whose parts stand on each other", () => {
        const rows = [{ x: "before", y: 10, from: 0, to: 10, kind: "total" }, { x: "East", y: -4, from: 10, to: 6, kind: "fall" }];
        const chart = chartOf(spec("bar", rows, { x: band(["before", "East"]), y: value({ field: "from" }) }));
        expect(chart?.kind).toBe("waterfall");
        expect(chart?.marks.map(({ from, to, tone, value: shown }) => [from, to, tone, shown])).toEqual(
            [[0, 10, "total", 10], [10, 6, "fall", -4]]);
    });

    test("of a histogram, with its edges", () => {
        const x = { field: "from", type: "quantitative" };
        const chart = chartOf(spec("bar", [{ from: 0, to: 10, count: 3 }], { x, y: value({ field: "count" }) }));
        expect(chart).toMatchObject({ kind: "histogram", marks: [{ at: 0, until: 10, to: 3, name: "0 to 10" }] });
    });

    test("and nothing else is drawn", () => {
        for (const other of [null, {}, "bar", { data: { values: [] } }, spec("geoshape", [{ x: 1, y: 1 }], {})])
            expect(chartOf(other)).toBe(null);
    });
});

describe("a scale", () => {
    const of = (mark: string, numbers: (number | null)[]) => {
        const chart = chartOf(spec(mark, numbers.map((y, i) => ({ x: String(i), y })),
            { x: band(numbers.map((_, i) => String(i))), y: value() }));
        return chart ? scaleOf(chart) : null;
    };

    test("has round steps and holds every value", () => {
        expect(of("bar", [759_632.7, 603_041.78])).toEqual(
            { low: 0, high: 800_000, ticks: [0, 200_000, 400_000, 600_000, 800_000] });
        expect(of("bar", [-3, 7])).toMatchObject({ low: -4, high: 8 });
        expect(of("bar", [0.0012])?.ticks.at(-1)).toBeGreaterThanOrEqual(0.0012);
    });

    test("of a line need not begin at zero", () => {
        expect(of("line", [1000, 1010])).toMatchObject({ low: 1000, high: 1010 });
    });

    test("of nothing is still one", () => {
        expect(of("bar", [null])).toEqual({ low: 0, high: 1, ticks: [0, 1] });
        expect(of("bar", [0, 0])?.high).toBeGreaterThan(0);
    });
});
