import { describe, expect, test } from "vitest";
import { addressOf, spotOf } from "../src/places";

describe("an address", () => {
    test("without a fragment is the chat", () => {
        expect(spotOf("")).toEqual({ place: "chat", id: null });
        expect(spotOf("#")).toEqual({ place: "chat", id: null });
    });

    test("names a place and what is looked at there, and is made again from them", () => {
        expect(spotOf("#/tasks")).toEqual({ place: "tasks", id: null });
        expect(spotOf(addressOf("runs", "a b/c"))).toEqual({ place: "runs", id: "a b/c" });
        expect(spotOf("#/runs/%E0%A4%A")).toEqual({ place: "runs", id: null });
    });

    test("of anything else is none", () => {
        for (const hash of ["#question", "#/", "#/nowhere", "#token=x", "#chat"])
            expect(spotOf(hash)).toBe(null);
    });
});
