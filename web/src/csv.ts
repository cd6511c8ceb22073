// csv.ts - a table as text for other programs: RFC 4180 for a file, tabs for the clipboard. Figures are as the server
// wrote them, not as they are shown.

import { exactText } from "./format";
import type { Cell } from "./types";

function quoted(text: string): string {
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv(columns: readonly string[], rows: readonly Cell[][]): string {
    const lines = [columns, ...rows.map((row) => row.map(exactText))];

    return lines.map((line) => line.map(quoted).join(",") + "\r\n").join("");
}

export function toTabs(columns: readonly string[], rows: readonly Cell[][]): string {
    const lines = [columns, ...rows.map((row) => row.map(exactText))];

    return lines.map((line) => line.map((text) => text.replace(/[\t\r\n]+/g, " ")).join("\t")).join("\n");
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
