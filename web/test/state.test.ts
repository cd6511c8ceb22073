import { describe, expect, test } from "vitest";
import { type Action, type State, chosenFile, chosenView, initial, isAsking, reduce } from "../src/state";
import type { DescribedTable, SourceFile, TableProfile } from "../src/types";

const file = (id: string): SourceFile => ({ id, name: `${id}.csv`, bytes: 1, data: `upload://${id}/${id}.csv` });
const after = (...actions: Action[]): State => actions.reduce(reduce, initial);

describe("of the files", () => {
    test("the newest is chosen at first, and another stays chosen when the list is read again", () => {
        const files = [file("b"), file("a")];
        const state = after({ type: "files", files });
        expect(chosenFile(state)?.id).toBe("b");
        const other = reduce(state, { type: "choose", data: file("a").data });
        expect(chosenFile(reduce(other, { type: "files", files }))?.id).toBe("a");
    });

    test("one that was brought is the first and chosen", () => {
        const state = after({ type: "files", files: [file("a")] }, { type: "uploading", name: "b.csv" },
            { type: "uploaded", name: "b.csv", file: file("b") });
        expect(state.files?.map((one) => one.id)).toEqual(["b", "a"]);
        expect(chosenFile(state)?.id).toBe("b");
        expect(state.uploading).toEqual([]);
    });

    test("of two with the same name on their way one is left when one has come", () => {
        const state = after({ type: "uploading", name: "a.csv" }, { type: "uploading", name: "a.csv" },
            { type: "not-uploaded", name: "a.csv" });
        expect(state.uploading).toEqual(["a.csv"]);
    });

    test("the next is chosen when the chosen one is removed, and none when none is left", () => {
        const state = after({ type: "files", files: [file("b"), file("a")] }, { type: "removed", id: "b" });
        expect(chosenFile(state)?.id).toBe("a");
        expect(chosenFile(reduce(state, { type: "removed", id: "a" }))).toBe(null);
    });
});

describe("what is looked at", () => {
    const { data } = file("a");
    const table = (name: string): DescribedTable =>
        ({ name, source: "a.xlsx", row_count: 1, columns: [], assumptions: [] });
    const profile = (name: string): TableProfile =>
        ({ name, row_count: 1, quality: 1, duplicate_rows: 0, keys: [], columns: [] });
    const read = after({ type: "files", files: [file("a")] },
        { type: "profile", data, profile: { phase: "ready", tables: [table("x"), table("y")] } });

    test("is nothing until the file is read, then its first table, then the chosen one", () => {
        expect(chosenView(after({ type: "files", files: [file("a")] }))).toBe(null);
        expect(chosenView(read)?.table.name).toBe("x");
        expect(chosenView(reduce(read, { type: "table", data, name: "y" }))?.table.name).toBe("y");
        expect(chosenView(reduce(read, { type: "table", data, name: "gone" }))?.table.name).toBe("x");
    });

    test("has its own counts once they are there", () => {
        const counts = { tables: [profile("y"), profile("x")], relationships: [] };
        const state = reduce(read, { type: "counting", data, counting: { phase: "counted", counts } });
        expect(chosenView(read)?.counts).toBe(undefined);
        expect(chosenView(state)?.counts?.name).toBe("x");
    });
});

describe("a turn", () => {
    const asked = after({ type: "draft", text: "q" }, { type: "ask", id: 1, question: "q", about: null });

    test("begins with the box emptied", () => {
        expect(asked.draft).toBe("");
        expect(isAsking(asked)).toBe(true);
    });

    test("collects its steps and its text, and a new step ends a reconnection", () => {
        const broken = reduce(asked, { type: "turn", id: 1, change: { reconnecting: true } });
        const actions: Action[] = [{ type: "step", id: 1, step: { n: 1, of: 1, text: "s" } },
            { type: "delta", id: 1, text: "a" }, { type: "delta", id: 1, text: "b" }];
        const state = actions.reduce(reduce, broken);
        expect(state.turns[0]).toMatchObject({ partial: "ab", reconnecting: false, steps: [{ text: "s" }] });
    });

    test("is changed alone", () => {
        const two = reduce(asked, { type: "ask", id: 2, question: "r", about: null });
        const state = reduce(two, { type: "turn", id: 1, change: { phase: "stopped" } });
        expect(state.turns.map((turn) => turn.phase)).toEqual(["stopped", "asking"]);
        expect(state.turns[1]).toBe(two.turns[1]);
    });
});
