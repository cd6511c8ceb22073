// format.ts - figures and sizes as people read them. Work is done on a number's digits, never through a double, by the
// rules of the program's own src/base/text/show.c: thousands separated, at most six decimals, halves away from zero.

import { Figure } from "./json";
import type { Cell } from "./types";

const DECIMALS = 6;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?$/;
const LABEL = /(^|[_ -])(year|id|code|zip|month|day|number|no)$/i;

export function isNumber(cell: Cell | undefined): cell is number | Figure {
    return typeof cell === "number" || cell instanceof Figure;
}

/** Numbers that name something are not quantities: 2024, not 2,024. */
export function isLabel(column: string): boolean {
    return LABEL.test(column);
}

export function groupThousands(digits: string): string {
    return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The number's text, shown; one with an exponent is left as it is. */
export function showNumber(text: string): string {
    const match = NUMBER.exec(text);

    if (!match)
        return text;
    const [, sign = "", whole = "", decimals = ""] = match;
    const shown = decimals.length > DECIMALS ? rounded(whole, decimals) : join(whole, decimals);
    return (/[1-9]/.test(shown) ? sign : "") + shown;
}

function rounded(whole: string, decimals: string): string {
    const up = decimals.charAt(DECIMALS) >= "5" ? 1n : 0n;
    const digits = (BigInt(whole + decimals.slice(0, DECIMALS)) + up).toString().padStart(DECIMALS + 1, "0");

    return join(digits.slice(0, -DECIMALS), digits.slice(-DECIMALS).replace(/0+$/, ""));
}

function join(whole: string, decimals: string): string {
    return groupThousands(whole) + (decimals && "." + decimals);
}

/** A cell as text: exactly as written for a copy, or as people read it. */
export function exactText(cell: Cell | undefined): string {
    return cell === null || cell === undefined ? "" : String(cell);
}

export function showCell(cell: Cell | undefined, label: boolean): string {
    return isNumber(cell) && !label ? showNumber(String(cell)) : exactText(cell);
}

const brief = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

/** A number in a few digits, where it is one of many; anything else as it is. */
export function showBrief(cell: Cell | undefined): string {
    return isNumber(cell) ? brief.format(Number(cell)) : exactText(cell);
}

/** A share in percent that is 0 or 100 only when it is exactly that. */
export function showShare(part: number, whole: number): string {
    const percent = whole > 0 ? (100 * part) / whole : 0;

    if (part > 0 && percent < 1)
        return "under 1 %";
    return part < whole && percent > 99 ? "over 99 %" : `${Math.round(percent)} %`;
}

export function count(n: number, one: string, many = one + "s"): string {
    return `${groupThousands(String(n))} ${n === 1 ? one : many}`;
}

export function showBytes(n: number): string {
    const units = ["bytes", "kB", "MB", "GB", "TB"];
    let i = 0;

    for (; n >= 999.5 && i < units.length - 1; i++)
        n /= 1000;
    return i === 0 ? count(n, "byte") : `${n < 9.95 ? n.toFixed(1) : Math.round(n)} ${units[i]}`;
}

export function showTime(ms: number): string {
    if (ms < 1)
        return "under 1 ms";
    return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const spans: [number, string][] = [[86_400_000, "day"], [3_600_000, "hour"], [60_000, "minute"]];

/** A span of time in its largest unit. */
function showSpan(ms: number): string {
    const [length, name] = spans.find(([length]) => ms >= length) ?? [60_000, "minute"];

    return count(Math.max(Math.floor(ms / length), 1), name);
}

/** How long ago a moment was. */
export function showAgo(time: string, now = Date.now()): string {
    const ms = now - Date.parse(time);

    return Number.isNaN(ms) ? "" : ms < 60_000 ? "just now" : `${showSpan(ms)} ago`;
}

/** How long there is until a moment. */
export function showUntil(time: string, now = Date.now()): string {
    const ms = Date.parse(time) - now;

    return Number.isNaN(ms) ? "" : ms <= 0 ? "now" : `in ${showSpan(ms)}`;
}
