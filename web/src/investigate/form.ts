// form.ts (investigate) - what is asked of an investigation, and what is still wrong with it. Pure.

import { fromCsv } from "../csv";
import { isLabel } from "../format";

const SAMPLE = 6; // lines that are looked at, the header among them
const OFFERED = 4;

export interface SessionFile {
    file_id: string;
    original_name: string;
    row_count: number;
    size_bytes: number;
    description?: string;
}

/** A column as its file's first lines show it. */
export interface Heading {
    name: string;
    isNumber: boolean;
}

export interface Form {
    /** By the file's id. */
    descriptions: Record<string, string>;
    metric: string;
    baselineStart: string;
    baselineEnd: string;
    compareStart: string;
    compareEnd: string;
    context: string;
    prompt: string;
}

export const blank: Form = {
    descriptions: {}, metric: "", baselineStart: "", baselineEnd: "", compareStart: "", compareEnd: "", context: "",
    prompt: "",
};

export const LIMITS = { files: 10, fileBytes: 52_428_800, description: 2000, metric: 2000, context: 5000, prompt: 2000 };

/** What is wrong, by the field it is wrong with: a file's id, a field of the form, or "files". */
export type Problems = Record<string, string>;

function period(start: string, end: string): { start?: string; end?: string } {
    if (!start)
        return { start: "Choose its first day." };
    if (!end)
        return { end: "Choose its last day." };
    return end < start ? { end: "It ends before it begins." } : {};
}

export function problemsOf(form: Form, files: SessionFile[]): Problems {
    const found: Problems = {};
    const baseline = period(form.baselineStart, form.baselineEnd);
    const compare = period(form.compareStart, form.compareEnd);

    if (files.length === 0)
        found["files"] = "Add at least one CSV file.";
    for (const file of files)
        if (!form.descriptions[file.file_id]?.trim())
            found[file.file_id] = "Say what is in it.";
    if (!form.metric.trim())
        found["metric"] = "Say what is measured, such as sum(revenue).";
    if (baseline.start)
        found["baselineStart"] = baseline.start;
    if (baseline.end)
        found["baselineEnd"] = baseline.end;
    if (compare.start)
        found["compareStart"] = compare.start;
    if (compare.end)
        found["compareEnd"] = compare.end;
    return found;
}

/** What is sent. Words that were not said are left out. */
export function requestOf(form: Form): object {
    const context = form.context.trim(), prompt = form.prompt.trim();

    return {
        metric_sql: form.metric.trim(),
        baseline_period: { start: form.baselineStart, end: form.baselineEnd },
        comparison_period: { start: form.compareStart, end: form.compareEnd },
        ...(context ? { business_context: context } : {}),
        ...(prompt ? { investigation_prompt: prompt } : {}),
    };
}

/** What is wrong with a file before it is sent; null: nothing that is known here. */
export function fileProblem(file: { name: string; size: number }, there: number): string | null {
    if (there >= LIMITS.files)
        return `An investigation has at most ${LIMITS.files} files.`;
    if (!/\.csv$/i.test(file.name))
        return "Only .csv files can be investigated.";
    return file.size > LIMITS.fileBytes ? "A file may be as large as 50 MB." : null;
}

/** The columns in the first lines of a CSV file, by commas or semicolons. */
export function headingsOf(start: string): Heading[] {
    const first = start.slice(0, start.search(/[\r\n]|$/));
    const text = !first.includes(",") && first.includes(";") ? start.replaceAll(";", ",") : start;
    const [names = [], ...rows] = fromCsv(text.replace(/^\uFEFF/, ""), SAMPLE);

    return names.filter(Boolean).map((name, i) =>
        ({ name, isNumber: rows.length > 0 && rows.every((row) => /^-?\d+([.,]\d+)?$/.test(row[i]?.trim() ?? "")) }));
}

/** Metrics that the columns suggest: the sums of what can be summed, the last first, as totals stand on the right. */
export function metricsOf(headings: Heading[]): string[] {
    const sums = headings.filter(({ name, isNumber }) => isNumber && !isLabel(name)).map(({ name }) => name).reverse();
    const plain = (name: string) => (/^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

    return [...new Set(sums)].slice(0, OFFERED).map((name) => `sum(${plain(name)})`);
}
