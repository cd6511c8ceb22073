// chart.ts - a chart's specification as what is to be drawn. Pure.
//
// The program describes its charts in Vega-Lite, with the data inside under names of its own (x, y, series; from, to,
// kind; from, to, count). The page draws those few kinds itself: Vega would be ten times as large as the whole page. A
// specification that is none of these is not drawn; its figures are in the table beside it anyway.

import type { Cell } from "./types";

export type Kind = "bar" | "stacked" | "line" | "points" | "histogram" | "waterfall";

export interface Mark {
    /** Where it stands: of bands their number, else a number on the axis. */
    at: number;
    /** Of a histogram: where it ends. */
    until?: number;
    name: string;
    series: number;
    /** From where to where it reaches on the axis of values; NaN: a gap. */
    from: number;
    to: number;
    /** What is said of it: the figure as it was sent. */
    value: Cell;
    tone?: "rise" | "fall" | "total";
}

export interface Chart {
    kind: Kind;
    /** Bars that lie, one under the other. */
    lying: boolean;
    title: string;
    alt: string;
    placeLabel: string;
    valueLabel: string;
    percent: boolean;
    /** The names along the axis of places, in order; empty where that axis is one of numbers or times. */
    bands: string[];
    series: string[];
    marks: Mark[];
}

type Loose = Record<string, unknown>;
const TONES = ["rise", "fall", "total"] as const;
const MOST_MARKS = 5000;

function object(value: unknown): Loose {
    return typeof value === "object" && value !== null ? (value as Loose) : {};
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const number = (value: unknown) => (value === null || value === undefined ? NaN : Number(value));

/** Where an x is on an axis of numbers or times. */
function placeOf(x: unknown, temporal: boolean): number {
    return temporal ? Date.parse(text(x)) : number(x);
}

/** Bars on top of each other: where each begins, what is below zero on its own side. */
function stack(marks: Mark[]): Mark[] {
    const tops = new Map<string, number>();

    return marks.map((mark) => {
        const key = `${mark.at} ${mark.to < 0}`;
        const from = tops.get(key) ?? 0;
        if (Number.isNaN(mark.to))
            return mark;
        tops.set(key, from + mark.to);
        return { ...mark, from, to: from + mark.to };
    });
}

interface Axes {
    lying: boolean;
    place: Loose;
    value: Loose;
}

function axesOf(encoding: Loose): Axes {
    const x = object(encoding["x"]), y = object(encoding["y"]);
    const lying = y["type"] === "ordinal";

    return { lying, place: lying ? y : x, value: lying ? x : y };
}

function kindOf(first: Loose, mark: unknown, value: Loose): Kind | null {
    if ("kind" in first && "from" in first)
        return "waterfall";
    if ("count" in first && "from" in first)
        return "histogram";
    const type = text(mark) || text(object(mark)["type"]);
    if (type === "bar")
        return value["stack"] === "zero" ? "stacked" : "bar";
    return type === "line" ? "line" : type === "point" || type === "circle" ? "points" : null;
}

function rangeText(row: Loose): string {
    return `${String(row["from"])} to ${String(row["to"])}`;
}

function markOf(row: Loose, kind: Kind, chart: Pick<Chart, "bands" | "series">, temporal: boolean): Mark {
    const series = Math.max(chart.series.indexOf(text(row["series"])), 0);
    const name = kind === "histogram" ? rangeText(row) : text(row["when"]) || String(row["x"] ?? "");
    const at = chart.bands.length > 0 ? chart.bands.indexOf(String(row["x"])) : placeOf(row["x"], temporal);
    const tone = TONES.find((one) => one === row["kind"]);

    if (kind === "histogram")
        return { at: number(row["from"]), until: number(row["to"]), name, series: 0, from: 0, to: number(row["count"]),
            value: row["count"] as Cell };
    const value = row["y"] as Cell;
    if (kind === "waterfall")
        return { at, name, series: 0, from: number(row["from"]), to: number(row["to"]), value, ...(tone && { tone }) };
    return { at, name, series, from: 0, to: number(row["y"]), value };
}

function bandsOf(rows: Loose[], place: Loose): string[] {
    const domain = object(place["scale"])["domain"];
    const names = Array.isArray(domain) ? domain.map(String) : rows.map((row) => String(row["x"] ?? ""));

    return place["type"] === "ordinal" || place["type"] === "nominal" ? [...new Set(names)] : [];
}

/** null: nothing that is drawn here. */
export function chartOf(spec: unknown): Chart | null {
    const { title, description, mark, encoding, data } = object(spec) as Record<string, unknown>;
    const values: unknown = object(data)["values"];
    const rows = Array.isArray(values) ? values.slice(0, MOST_MARKS).map(object) : [];
    const { lying, place, value } = axesOf(object(encoding));
    const first = rows[0];
    const kind = first ? kindOf(first, mark, value) : null;

    if (!kind)
        return null;
    const bands = bandsOf(rows, place);
    const series = [...new Set(rows.map((row) => text(row["series"])))];
    const temporal = place["type"] === "temporal";
    const marks = rows.map((row) => markOf(row, kind, { bands, series }, temporal))
        .filter((one) => Number.isFinite(one.at) && one.at >= (bands.length > 0 ? 0 : -Infinity));
    return {
        kind, lying, bands, series,
        title: text(title),
        alt: text(description) || text(title) || "Chart",
        placeLabel: text(place["title"]),
        valueLabel: text(value["title"]),
        percent: text(object(value["axis"])["format"]).endsWith("%"),
        marks: kind === "stacked" ? stack(marks) : marks,
    };
}

export interface Scale {
    low: number;
    high: number;
    ticks: number[];
}

/** Round steps from below the least to above the greatest; bars have their zero in it. */
export function scaleOf(chart: Chart, most = 5): Scale {
    const isOpen = chart.kind === "line" || chart.kind === "points";
    const ends = chart.marks.filter(({ to }) => Number.isFinite(to)).flatMap(({ from, to }) => (isOpen ? [to] : [from, to]));
    const least = Math.min(...ends, ...(startsAtZero(chart, ends) ? [0] : []));
    const greatest = Math.max(...ends, ...(startsAtZero(chart, ends) ? [0] : []));

    if (ends.length === 0)
        return { low: 0, high: 1, ticks: [0, 1] };
    const step = stepOf((greatest - least || Math.abs(greatest) || 1) / most);
    const low = Math.floor(least / step) * step;
    const n = Math.max(Math.ceil(greatest / step - 1e-9) - Math.round(low / step), 1);
    const ticks = Array.from({ length: n + 1 }, (_, i) => Number((low + i * step).toPrecision(12)));
    return { low, high: ticks.at(-1) ?? low + step, ticks };
}

/** Bars do, always; a line does where its values are not all far away from it. */
function startsAtZero({ kind }: Chart, ends: number[]): boolean {
    const least = Math.min(...ends), greatest = Math.max(...ends);

    return kind !== "line" && kind !== "points" ? true : least >= 0 && least < greatest / 2;
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function stepOf(rough: number): number {
    const power = 10 ** Math.floor(Math.log10(rough));

    return ([1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10) * power;
}
