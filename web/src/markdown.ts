// markdown.ts - the Markdown that reports are written in, read into blocks. Pure, and a subset: headings, paragraphs,
// lists, fenced code, tables, rules; within them strong, emphasis, code, and the text of links and pictures. Anything
// else stays the text it is. Nothing here makes HTML: the blocks become elements, and their texts text.

export interface Inline {
    kind: "text" | "strong" | "emphasis" | "code";
    text: string;
}

export type Block =
    | { kind: "heading"; level: number; text: Inline[] }
    | { kind: "paragraph"; text: Inline[] }
    | { kind: "quote"; text: Inline[] }
    | { kind: "list"; ordered: boolean; items: Inline[][] }
    | { kind: "code"; language: string; text: string }
    | { kind: "table"; head: Inline[][]; right: boolean[]; rows: Inline[][][] }
    | { kind: "rule" };

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

const plain = (text: string) => text.replace(ESCAPED, "$1");

interface Span {
    kind: Inline["kind"];
    text: string;
    end: number;
}

/** Reads a line's pieces from left to right. What was once looked for in vain is not looked for again: a line takes time
 * that grows with its length, whatever is in it. */
class Line {
    private readonly vain = new Set<string>();

    constructor(private readonly text: string) {}

    /** Where this is next, not escaped; -1: nowhere. */
    private find(token: string, from: number): number {
        if (this.vain.has(token))
            return -1;
        for (let at = from; at < this.text.length; at++) {
            if (this.text.startsWith(token, at))
                return at;
            if (this.text[at] === "\\")
                at++;
        }
        this.vain.add(token);
        return -1;
    }

    private code(at: number): Span | null {
        const ticks = /^`+/.exec(this.text.slice(at, at + 32))?.[0] ?? "`";
        const start = at + ticks.length;

        for (let end = this.vain.has(ticks) ? -1 : this.text.indexOf(ticks, start); end >= 0;) {
            const run = /^`+/.exec(this.text.slice(end, end + 33))?.[0].length ?? 1;
            if (run === ticks.length)
                return { kind: "code", text: this.text.slice(start, end), end: end + run };
            end = this.text.indexOf(ticks, end + run);
        }
        this.vain.add(ticks);
        return { kind: "text", text: ticks, end: start };
    }

    private between(token: "**" | "*", kind: "strong" | "emphasis", at: number): Span | null {
        const start = at + token.length;
        const end = /\S/.test(this.text.charAt(start)) ? this.find(token, start) : -1;

        return end > start ? { kind, text: plain(this.text.slice(start, end)), end: end + token.length } : null;
    }

    /** The words of [words](address) and of a picture. */
    private link(at: number): Span | null {
        const start = this.text.indexOf("[", at) + 1;
        let end = start;

        for (; end < this.text.length && !"[]".includes(this.text.charAt(end)); end++)
            if (this.text[end] === "\\")
                end++;
        if (this.text[end] !== "]" || this.text[end + 1] !== "(")
            return null;
        const close = /[()\s[]/.exec(this.text.slice(end + 2));
        return close?.[0] === ")"
            ? { kind: "text", text: plain(this.text.slice(start, end)), end: end + 3 + close.index } : null;
    }

    /** What begins here, if it is more than a character. */
    spanAt(at: number): Span | null {
        const [one, next = ""] = [this.text[at], this.text[at + 1]];

        if (one === "\\" && PUNCTUATION.test(next))
            return { kind: "text", text: next, end: at + 2 };
        if (one === "`")
            return this.code(at);
        if (one === "*")
            return next === "*" ? this.between("**", "strong", at) : this.between("*", "emphasis", at);
        return one === "[" || (one === "!" && next === "[") ? this.link(at) : null;
    }
}

/** The pieces of one line or paragraph. */
export function inlines(text: string): Inline[] {
    const found: Inline[] = [];
    const line = new Line(text);
    let rest = "";

    function flush(): void {
        if (rest)
            found.push({ kind: "text", text: rest });
        rest = "";
    }
    for (let at = 0; at < text.length;) {
        const span = line.spanAt(at);
        if (!span || span.kind === "text") {
            rest += span?.text ?? text.charAt(at);
        } else {
            flush();
            found.push({ kind: span.kind, text: span.text });
        }
        at = span?.end ?? at + 1;
    }
    flush();
    return found;
}

const FENCE = /^ {0,3}(`{3,})\s*([\w+-]*)\s*$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^ {0,3}(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;

function isRule(line: string): boolean {
    return /^(-{3,}|\*{3,}|_{3,})$/.test(line.replaceAll(" ", ""));
}

/** A table row's cells; "\|" is no edge. */
function cellsOf(line: string): string[] {
    const cells = line.trim().replace(/^\|/, "").replace(/\|$/, "").split(/(?<!\\)\|/);

    return cells.map((cell) => cell.trim());
}

/** Reads lines one after the other. Each taker gives a block, or null when it is none of its kind. */
class Reader {
    private at = 0;

    constructor(private readonly lines: string[]) {}

    private get line(): string {
        return this.lines[this.at] ?? "";
    }

    private get isOver(): boolean {
        return this.at >= this.lines.length;
    }

    private takeCode(): Block | null {
        const fence = FENCE.exec(this.line);
        const text: string[] = [];

        if (!fence)
            return null;
        const [, ticks = "```", language = ""] = fence;
        for (this.at++; !this.isOver && !this.ends(ticks); this.at++)
            text.push(this.line);
        this.at++;
        return { kind: "code", language, text: text.join("\n") };
    }

    private ends(ticks: string): boolean {
        const line = this.line.trim();

        return line.length >= ticks.length && /^`+$/.test(line);
    }

    private takeTable(): Block | null {
        const under = this.lines[this.at + 1] ?? "";
        const rows: Inline[][][] = [];

        if (!this.line.includes("|") || !cellsOf(under).every((cell) => /^:?-+:?$/.test(cell)))
            return null;
        const head = cellsOf(this.line).map(inlines);
        const right = cellsOf(under).map((cell) => cell.endsWith(":") && !cell.startsWith(":"));
        for (this.at += 2; this.line.includes("|"); this.at++) {
            const cells = cellsOf(this.line).map(inlines);
            rows.push(head.map((_, i) => cells[i] ?? []));
        }
        return { kind: "table", head, right, rows };
    }

    private takeList(): Block | null {
        const first = ITEM.exec(this.line);
        const items: string[] = [];

        if (!first)
            return null;
        for (; !this.isOver && this.line.trim() !== ""; this.at++) {
            const item = ITEM.exec(this.line);
            if (item)
                items.push(item[3] ?? "");
            else
                items.push(`${items.pop() ?? ""} ${this.line.trim()}`);
        }
        return { kind: "list", ordered: first[2] !== undefined, items: items.map(inlines) };
    }

    private takeLine(): Block | null {
        const heading = HEADING.exec(this.line);

        if (!heading && !isRule(this.line))
            return null;
        this.at++;
        return heading
            ? { kind: "heading", level: heading[1]?.length ?? 1, text: inlines(heading[2] ?? "") }
            : { kind: "rule" };
    }

    private takeParagraph(): Block {
        const isQuote = /^ {0,3}>/.test(this.line);
        const words: string[] = [];

        do
            words.push(this.lines[this.at++]?.replace(/^ {0,3}> ?/, "").trim() ?? "");
        while (!this.isOver && this.line.trim() !== "" && !FENCE.test(this.line) && !HEADING.test(this.line) &&
            !ITEM.test(this.line));
        return { kind: isQuote ? "quote" : "paragraph", text: inlines(words.join(" ")) };
    }

    read(): Block[] {
        const blocks: Block[] = [];

        while (!this.isOver) {
            if (this.line.trim() === "") {
                this.at++;
                continue;
            }
            blocks.push(this.takeCode() ?? this.takeTable() ?? this.takeLine() ?? this.takeList() ?? this.takeParagraph());
        }
        return blocks;
    }
}

export function blocks(markdown: string): Block[] {
    return new Reader(markdown.split(/\r\n|\n|\r/)).read();
}
