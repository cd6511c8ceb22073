import { describe, expect, test } from "vitest";
import { marked, passageOf } from "../src/documents/model";
import { showAgo, showUntil } from "../src/format";
import { turnsOf } from "../src/history";
import { runOf } from "../src/runs/model";

describe("a conversation taken up again", () => {
    test("has each question with its answer", () => {
        const turns = turnsOf([{ role: "system", content: "loaded" }, { role: "user", content: "q" },
            { role: "assistant", content: "a", metadata: { chart: { mark: "bar" } } }, { role: "system", content: "Another file." },
            { role: "user", content: "open" }], "c1", 5);
        expect(turns.map(({ id, question, phase, answer }) => [id, question, phase, answer?.content])).toEqual(
            [[5, "q", "answered", "a\nAnother file."], [6, "open", "stopped", undefined]]);
        expect(turns[0]?.answer).toMatchObject({ conversation_id: "c1", chart: { mark: "bar" }, options: [] });
    });
});

describe("a source", () => {
    const source = { title: "Guide", chapter: "Work", section: "Leave", url: null, score: 1, quote: "25 days of leave" };

    test("is found by its quotation, else by its place", () => {
        const passage = (text: string, section = "Leave") => ({ title: "Guide", chapter: "Work", section, text });
        expect(passageOf(source, [passage("no"), passage("You have 25 days\nof leave.", "Other")])).toMatch(/^You have/);
        expect(passageOf(source, [passage("here")])).toBe("here");
        expect(passageOf(source, [])).toBe(null);
    });

    test("is highlighted where it stands, whatever its blanks", () => {
        expect(marked("You have 25 days\nof leave. More.", source.quote)).toEqual(["You have ", "25 days\nof leave", ". More."]);
        expect(marked("a (b) c", "(b)")).toEqual(["a ", "(b)", " c"]);
        expect(marked("text", "other")).toEqual(["text", "", ""]);
        expect(marked("text", null)).toEqual(["text", "", ""]);
    });
});

test("a run has its calls wherever they stand", () => {
    const call = { call_id: "1" };
    expect(runOf({ id: "r", tool_calls: [call] }).calls).toEqual([call]);
    expect(runOf({ id: "r", steps: { tool_calls: [call] } }).calls).toEqual([call]);
    expect(runOf({ id: "r" })).toMatchObject({ calls: [], observations: [], plan: null, response: null });
});

test("moments are told as people say them", () => {
    const now = Date.UTC(2025, 0, 2, 12);
    expect(showAgo("2025-01-02T11:59:30Z", now)).toBe("just now");
    expect(showAgo("2025-01-02T11:00:00Z", now)).toBe("1 hour ago");
    expect(showAgo("", now)).toBe("");
    expect(showUntil("2025-01-03T12:00:00Z", now)).toBe("in 1 day");
    expect(showUntil("2025-01-02T11:00:00Z", now)).toBe("now");
});
