import { describe, expect, test } from "vitest";
import { EventReader } from "../src/sse";

const whole = "id: k.1\nevent: step\ndata: {\"n\":1}\n\n: still here\n\nid: k.2\nevent: answer\ndata: a\ndata: b\n\n";

describe("events", () => {
    test("come with their name, data and id", () => {
        expect(new EventReader().feed(whole)).toEqual([
            { event: "step", data: '{"n":1}', id: "k.1" },
            { event: "answer", data: "a\nb", id: "k.2" },
        ]);
    });

    test("are the same wherever the stream is cut, whatever ends the lines", () => {
        for (const end of ["\n", "\r\n", "\r"]) {
            // What follows the last line end shows that it was not the first half of one.
            const text = whole.replaceAll("\n", end) + ": end";
            const expected = new EventReader().feed(whole);
            for (let at = 0; at <= text.length; at++) {
                const reader = new EventReader();
                expect([...reader.feed(text.slice(0, at)), ...reader.feed(text.slice(at))]).toEqual(expected);
            }
            const reader = new EventReader();
            expect([...text].flatMap((c) => reader.feed(c))).toEqual(expected);
        }
    });

    test("that are not complete are not told", () => {
        const reader = new EventReader();
        expect(reader.feed("id: k.1\ndata: half\n")).toEqual([]);
        expect(reader.lastId).toBe("");
        expect(reader.feed("\n")).toHaveLength(1);
        expect(reader.lastId).toBe("k.1");
    });

    test("without a name are messages, without data are nothing", () => {
        expect(new EventReader().feed("data\n\nevent: x\n\ndata:  a\n\n")).toEqual([
            { event: "message", data: "", id: "" },
            { event: "message", data: " a", id: "" },
        ]);
    });

    test("keep the last id when they have none, and refuse one with a NUL", () => {
        const reader = new EventReader();
        reader.feed("id: 7\ndata: a\n\ndata: b\n\nid: 8\0\ndata: c\n\n");
        expect(reader.lastId).toBe("7");
    });

    test("may say when to come back, in digits only", () => {
        const reader = new EventReader();
        reader.feed("retry: soon\nretry: 1500\nretry: -1\n\n");
        expect(reader.retry).toBe(1500);
    });

    test("may follow a byte order mark, once", () => {
        expect(new EventReader().feed("\uFEFFdata: a\n\n\uFEFFdata: b\n\n")).toHaveLength(1);
    });
});
