// sort.ts - a table's rows in another order. Numbers by their exact value, before texts; texts as people sort them
// ("item 2" before "item 10"); what is empty comes last whichever way; equal rows keep their order.

import { exactText, isNumber } from "./format";
import type { Cell } from "./types";

export type Direction = "ascending" | "descending";

export interface Order {
    column: number;
    direction: Direction;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;

/** Doubles keep the order of what they stand for, so the digits are only asked when two are the same double. */
function compareNumbers(a: string, b: string): number {
    const difference = Number(a) - Number(b);

    if (difference || a === b)
        return difference;
    const left = DECIMAL.exec(a), right = DECIMAL.exec(b);
    if (!left || !right)
        return 0;
    const places = Math.max(left[2]?.length ?? 0, right[2]?.length ?? 0);
    const x = BigInt((left[1] ?? "") + (left[2] ?? "").padEnd(places, "0"));
    const y = BigInt((right[1] ?? "") + (right[2] ?? "").padEnd(places, "0"));
    return x < y ? -1 : x > y ? 1 : 0;
}

function isEmpty(cell: Cell | undefined): boolean {
    return cell === null || cell === undefined || cell === "";
}

function compareFilled(a: Cell, b: Cell): number {
    if (isNumber(a) && isNumber(b))
        return compareNumbers(String(a), String(b));
    if (isNumber(a) !== isNumber(b))
        return isNumber(a) ? -1 : 1;
    return collator.compare(exactText(a), exactText(b));
}

export function sortRows(rows: readonly Cell[][], order: Order | null): readonly Cell[][] {
    if (!order)
        return rows;
    const { column } = order;
    const sign = order.direction === "ascending" ? 1 : -1;
    return rows.toSorted((left, right) => {
        const a = left[column] ?? null, b = right[column] ?? null;
        if (isEmpty(a) || isEmpty(b))
            return Number(isEmpty(a)) - Number(isEmpty(b));
        return sign * compareFilled(a, b);
    });
}

/** What a click on a heading does: ascending, descending, as it came. */
export function nextOrder(order: Order | null, column: number): Order | null {
    if (order?.column !== column)
        return { column, direction: "ascending" };
    return order.direction === "ascending" ? { column, direction: "descending" } : null;
}
