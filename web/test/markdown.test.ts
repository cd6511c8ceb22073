import { describe, expect, test } from "vitest";
import { type Block, blocks, inlines } from "../src/markdown";

const text = (block: Block | undefined) => (block && "text" in block && typeof block.text !== "string"
    ? block.text.map((piece) => piece.text).join("") : "");

describe("a report is read", () => {
    test("in headings, paragraphs and lists", () => {
        const found = blocks("# Why\n\n## What *now*\n\nOne\ntwo.\n\n- **a**: b\n- c\n\n1. x\n2. y\n");
        expect(found.map((block) => block.kind)).toEqual(["heading", "heading", "paragraph", "list", "list"]);
        expect(text(found[1])).toBe("What now");
        expect(text(found[2])).toBe("One two.");
        expect(found[3]).toMatchObject({ ordered: false,
            items: [[{ kind: "strong", text: "a" }, { kind: "text", text: ": b" }], [{ kind: "text", text: "c" }]] });
        expect(found[4]).toMatchObject({ ordered: true });
    });

    test("with fenced code that nothing in it ends early", () => {
        const [code, behind] = blocks("````sql\nSELECT '```'\n\n# no heading\n````\nbehind");
        expect(code).toEqual({ kind: "code", language: "sql", text: "SELECT '```'\n\n# no heading" });
        expect(text(behind)).toBe("behind");
        expect(blocks("```\nopen to the end")).toEqual([{ kind: "code", language: "", text: "open to the end" }]);
    });

    test("with tables, whose escaped edges are none", () => {
        const [table] = blocks("| name | sum |\n| --- | ---: |\n| a\\|b | 1 |\n| short |\n");
        expect(table).toMatchObject({ kind: "table", right: [false, true] });
        if (table?.kind !== "table")
            return;
        expect(table.rows.map((row) => row.map((cell) => cell.map((piece) => piece.text).join("")))).toEqual(
            [["a|b", "1"], ["short", ""]]);
    });

    test("with a rule and a quotation", () => {
        expect(blocks("---\n\n> said\n> so").map((block) => block.kind)).toEqual(["rule", "quote"]);
        expect(text(blocks("> said\n> so")[0])).toBe("said so");
    });
});

describe("what data puts into a line", () => {
    test("stays text when it is escaped", () => {
        expect(inlines("\\*\\*no\\*\\* \\<b\\> \\`x\\` \\[a\\](b)")).toEqual([{ kind: "text", text: "**no** <b> `x` [a](b)" }]);
        expect(text(blocks("\\# no heading")[0])).toBe("# no heading");
        expect(blocks("\\- no list")[0]?.kind).toBe("paragraph");
        expect(blocks("1\\. no list")[0]?.kind).toBe("paragraph");
    });

    test("is never HTML, and a link only its words", () => {
        expect(inlines("<img src=x onerror=alert(1)>")).toEqual([{ kind: "text", text: "<img src=x onerror=alert(1)>" }]);
        expect(inlines("see [this](javascript:alert) and ![chart](a.png)")).toEqual(
            [{ kind: "text", text: "see this and chart" }]);
    });

    test("is read in time that grows with it", () => {
        const began = performance.now();
        for (const piece of ["*", "**", "`", "`` ", "[", "![", "[](", "[x](", "| ", "\\", "> ", "- ", "* ", "a*b`c["])
            blocks(piece.repeat(20_000));
        expect(performance.now() - began).toBeLessThan(2000);
    });
});
