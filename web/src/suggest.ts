// suggest.ts - first questions about a table, before there is an answer that brings better ones. Worded as the built-in
// voice understands them.

import { isLabel } from "./format";
import type { Column, DescribedTable } from "./types";

const RATE = /(price|rate|discount|share|percent|ratio|score|age|cost|margin)/i;
const FIGURE = /^(total|sum|count|number|average|mean|median|min|max|minimum|maximum|highest|lowest|top|first|last)$/i;

/** A column's name in a question; one that is itself a word for a figure is quoted. */
function words({ name }: Column): string {
    return FIGURE.test(name) ? `"${name}"` : name.replaceAll("_", " ");
}

function isDimension(table: DescribedTable, column: Column): boolean {
    return column.type === "text" && !isLabel(column.name) && column.distinct >= 2 && column.distinct <= 50 &&
        column.distinct < table.row_count;
}

/** The column worth adding up: the last number, as totals stand on the right; a rate only when there is no other. */
function measure(columns: Column[]): Column | undefined {
    const numbers = columns.filter((c) => /^(integer|decimal|number)$/.test(c.type) && !isLabel(c.name));

    return numbers.findLast((c) => !RATE.test(c.name)) ?? numbers.at(-1);
}

export function suggest(table: DescribedTable): string[] {
    const found: string[] = [];
    const [by, other = by] = table.columns.filter((c) => isDimension(table, c));
    const when = table.columns.find((c) => /^(date|timestamp|datetime)$/.test(c.type));
    const number = measure(table.columns);

    if (number) {
        const figure = `${RATE.test(number.name) ? "average" : "total"} ${words(number)}`;
        if (by)
            found.push(`${figure} by ${words(by)}`);
        if (other && !FIGURE.test(number.name))
            found.push(`which ${words(other)} has the highest ${figure}`);
        if (when)
            found.push(`${figure} by month of ${words(when)}`);
        found.push(figure);
    }
    if (by)
        found.push(`count of rows by ${words(by)}`);
    found.push("how many rows", "first 10 rows");
    return found.slice(0, 3);
}
