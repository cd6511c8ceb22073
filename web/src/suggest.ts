// suggest.ts - first questions about a table, before there is an answer that brings better ones: a measure by a
// dimension, and over time. Worded as the built-in voice understands them. What a column is good for is known once its
// values are counted; until then it is guessed from its name and type.

import { isLabel } from "./format";
import type { Column, ColumnProfile, DescribedTable, Role, TableProfile } from "./types";

const RATE = /(price|rate|discount|share|percent|ratio|score|age|cost|margin)/i;
const FIGURE = /^(total|sum|count|number|average|mean|median|min|max|minimum|maximum|highest|lowest|top|first|last)$/i;
const MOST_GROUPS = 50;

/** A column that questions are made of. */
interface Piece {
    name: string;
    role: Role;
    isText: boolean;
    isRate: boolean;
    distinct: number;
    /** Of dates: what they are best put together by. */
    period: string;
}

function guessRole({ name, type }: Column): Role {
    if (type === "date" || type === "timestamp")
        return "timestamp";
    if (isLabel(name))
        return "id";
    return /^(integer|decimal|float)$/.test(type) ? "measure" : "dimension";
}

function periodOf(profile: ColumnProfile | undefined): string {
    const unit = profile?.histogram?.unit;

    return unit === "hour" || unit === "day" ? "day" : unit === "year" || unit === "decade" ? "year" : "month";
}

function pieceOf(column: Column, profile: ColumnProfile | undefined): Piece {
    return {
        name: column.name,
        role: profile?.role ?? guessRole(column),
        isText: column.type === "text",
        isRate: column.unit === "%" || RATE.test(column.name),
        distinct: profile?.distinct ?? column.distinct ?? Infinity,
        period: periodOf(profile),
    };
}

/** A column's name in a question; one that is itself a word for a figure is quoted. */
function words({ name }: Piece): string {
    return FIGURE.test(name) ? `"${name}"` : name.replaceAll("_", " ");
}

/** What is worth grouping by: few values, each several times, best of all texts; else the few names there are. */
function dimensions(pieces: Piece[], rows: number): Piece[] {
    const few = pieces.filter((p) => p.role === "dimension" && p.distinct >= 2 && p.distinct <= MOST_GROUPS);
    const repeated = few.filter((p) => p.distinct < rows);

    return repeated.length > 0 ? repeated.toSorted((a, b) => Number(b.isText) - Number(a.isText)) : few;
}

/** The column worth adding up: the last number, as totals stand on the right; a rate only when there is no other. */
function measure(pieces: Piece[]): Piece | undefined {
    const numbers = pieces.filter((p) => p.role === "measure");

    return numbers.findLast((p) => !p.isRate) ?? numbers.at(-1);
}

/** How a question says which of a file's tables it means: the first needs no word. null: its name is none to say. */
function place(table: DescribedTable, tables: DescribedTable[]): string | null {
    const name = table.name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");

    if (table === tables[0])
        return "";
    return /^[a-z]+( [a-z]+){0,2}$/i.test(name) && !name.split(" ").some((w) => FIGURE.test(w)) ? ` in ${name}` : null;
}

function questions(pieces: Piece[], rows: number): string[] {
    const found: string[] = [];
    const [by, other = by] = dimensions(pieces, rows);
    const when = pieces.find((p) => p.role === "timestamp");
    const number = measure(pieces);

    if (number) {
        const figure = `${number.isRate ? "average" : "total"} ${words(number)}`;
        if (by)
            found.push(`${figure} by ${words(by)}`);
        if (other && !FIGURE.test(number.name))
            found.push(`which ${words(other)} has the highest ${figure}`);
        if (when)
            found.push(`${figure} by ${when.period} of ${words(when)}`);
        found.push(figure);
    }
    if (by && by.distinct < rows)
        found.push(`count of rows by ${words(by)}`);
    return found;
}

/** Three questions about one of a file's tables. */
export function suggest(table: DescribedTable, counts?: TableProfile, tables: DescribedTable[] = [table]): string[] {
    const where = place(table, tables);
    // A table without a name to say is found by columns that only it has.
    const others = where === null ? tables.filter((one) => one !== table).flatMap((one) => one.columns) : [];
    const pieces = table.columns
        .filter(({ name }) => !others.some((other) => other.name === name))
        .map((column) => pieceOf(column, counts?.columns.find(({ name }) => name === column.name)));
    const found = questions(pieces, table.row_count);

    if (where !== null)
        found.push("how many rows", "first 10 rows");
    return found.slice(0, 3).map((question) => question + (where ?? ""));
}
