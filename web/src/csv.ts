// csv.ts - a table as text for a spreadsheet: RFC 4180 for a file, tabs for the clipboard. Figures are as the server
// wrote them, not as they are shown. A spreadsheet takes a text that begins with =, +, - or @ for a formula and runs it,
// so an apostrophe is put before it, and what nobody would see in a text becomes U+FFFD: by the rules of
// src/grid/csv_quote.h and src/base/text/show.h.

import { exactText } from "./format";
import type { Cell } from "./types";

function quoted(text: string): string {
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const FORMULA = /^(?:[\t\r]|[ \t\r\n\v\f\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const NUMBER = /^\s*-+\s*$|^\s*[+-]?[.,]*[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?%?\s*$/;
const HIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Whether a spreadsheet would take the text for a formula. */
export function isFormula(text: string): boolean {
    return FORMULA.test(text) && !NUMBER.test(text);
}

function safe(cell: Cell): string {
    const text = exactText(cell);

    if (typeof cell !== "string")
        return text;
    return (isFormula(text) ? "'" : "") + text.replace(HIDDEN, "\ufffd");
}

function linesOf(columns: readonly string[], rows: readonly Cell[][]): string[][] {
    return [columns, ...rows].map((line) => line.map(safe));
}

/** "3 cells that a spreadsheet would take for formulas were quoted."; "" for none. */
export function sayQuoted(columns: readonly string[], rows: readonly Cell[][]): string {
    const n = [columns, ...rows].flat().filter((cell) => typeof cell === "string" && isFormula(cell)).length;

    if (n === 0)
        return "";
    return n === 1 ? "1 cell that a spreadsheet would take for a formula was quoted."
        : `${n} cells that a spreadsheet would take for formulas were quoted.`;
}

export function toCsv(columns: readonly string[], rows: readonly Cell[][]): string {
    return linesOf(columns, rows).map((line) => line.map(quoted).join(",") + "\r\n").join("");
}

export function toTabs(columns: readonly string[], rows: readonly Cell[][]): string {
    return linesOf(columns, rows)
        .map((line) => line.map((text) => text.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
}

/** The first `most` records of a CSV text, the header among them. */
export function fromCsv(text: string, most: number): string[][] {
    const rows: string[][] = [];
    let at = 0;

    function field(): string {
        if (text[at] !== '"') {
            const start = at;
            while (at < text.length && !/[,\r\n]/.test(text.charAt(at)))
                at++;
            return text.slice(start, at);
        }
        let value = "";
        for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++)
            value += text[at] === '"' ? text.charAt(++at) : text.charAt(at);
        at++;
        return value;
    }
    while (at < text.length && rows.length < most) {
        const row = [field()];
        for (; text[at] === ","; row.push(field()))
            at++;
        at += text.startsWith("\r\n", at) ? 2 : 1;
        rows.push(row);
    }
    return rows;
}
