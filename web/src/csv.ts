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
