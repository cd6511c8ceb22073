// shape.ts - how a column's values are spread, as bars to draw and as words for who cannot see them: a histogram of
// numbers and dates, the most frequent values of anything else.

import { count, exactText, groupThousands, showBrief, showCell } from "./format";
import type { Bin, ColumnProfile } from "./types";

const MOST_BARS = 40; // more do not fit beside a column's name
const NAMED = 3;

export interface Shape {
    /** Heights from 0 to 1, the greatest of them 1. */
    bars: number[];
    text: string;
}

/** A period's place in time, counted in its unit; NaN for what is none. */
function placeOf(unit: string, from: unknown): number {
    const parts = /^(-?\d+)(?:\D(\d+))?(?:\D(\d+))?(?:\D(\d+))?/.exec(String(from)) ?? [];
    const [year = NaN, month = 1, day = 1, hour = 0] = parts.slice(1).map((part) => part && Number(part) || undefined);

    switch (unit) {
    case "hour":
        return Date.UTC(year, month - 1, day, hour) / 3_600_000;
    case "day":
        return Date.UTC(year, month - 1, day) / 86_400_000;
    case "month":
        return year * 12 + month;
    default:
        return unit === "decade" ? Math.floor(year / 10) : year;
    }
}

/** Counts at their places in time: a period without rows is not listed, but it is seen as a gap. */
function overTime(unit: string, bins: Bin[]): number[] {
    const places = bins.map((bin) => placeOf(unit, bin.from));
    const first = Math.min(...places), length = Math.max(...places) - first + 1;

    if (!Number.isFinite(length))
        return bins.map((bin) => bin.count);
    const step = Math.ceil(length / MOST_BARS);
    const counts = Array<number>(Math.ceil(length / step)).fill(0);
    bins.forEach((bin, i) => {
        const at = Math.floor(((places[i] ?? first) - first) / step);
        counts[at] = (counts[at] ?? 0) + bin.count;
    });
    return counts;
}

function heights(counts: number[]): number[] {
    const most = Math.max(...counts);

    return counts.map((n) => n / most);
}

function mostOf(bins: Bin[]): Bin | undefined {
    return bins.reduce<Bin | undefined>((best, bin) => (best && best.count >= bin.count ? best : bin), undefined);
}

function overTimeText(unit: string, bins: Bin[], most: Bin): string {
    const [from, to, peak] = [bins[0], bins.at(-1), most].map((bin) => exactText(bin?.from));

    return `By ${unit} from ${from} to ${to}: most in ${peak}, ${count(most.count, "row")}`;
}

function numbersText(column: ColumnProfile, bins: Bin[], most: Bin): string {
    const isOneValue = column.type === "integer" && Number(most.to) - Number(most.from) <= 1;
    const range = isOneValue ? showBrief(most.from) : `${showBrief(most.from)} to ${showBrief(most.to)}`;
    const all = bins.reduce((sum, bin) => sum + bin.count, 0);

    return `From ${showBrief(column.min)} to ${showBrief(column.max)}: most often ${range}, ` +
        `${groupThousands(String(most.count))} of ${groupThousands(String(all))}`;
}

/** null where there is nothing to see: no values, one value, only different ones, or names of things. */
export function shapeOf(column: ColumnProfile): Shape | null {
    const bins = column.histogram?.bins ?? [];
    const unit = column.histogram?.unit;
    const most = mostOf(bins);

    if (column.distinct < 2 || column.role === "id")
        return null;
    if (most && unit)
        return { bars: heights(overTime(unit, bins)), text: overTimeText(unit, bins, most) };
    if (most)
        return { bars: heights(bins.map((bin) => bin.count)), text: numbersText(column, bins, most) };
    const named = column.top.slice(0, NAMED)
        .map((one) => `${showCell(one.value, true)} ${groupThousands(String(one.count))}`);
    return column.top.length > 1
        ? { bars: heights(column.top.map((one) => one.count)), text: `Most frequent: ${named.join(", ")}` }
        : null;
}
