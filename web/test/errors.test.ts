import { describe, expect, test } from "vitest";
import { Refusal } from "../src/api";
import { errorBody } from "../src/errors";

describe("a failure is understood", () => {
    const details = { correlation_id: "c1", can_retry: false, suggested_action: "Do that." };
    const wanted = { message: "No.", correlation_id: "c1", can_retry: false, suggested_action: "Do that." };

    test("as the contract has it", () => {
        const error = { ...details, message: "No.", error_code: "X" };
        expect(errorBody({ error })).toEqual({ ...wanted, error_code: "X" });
        expect(errorBody(error)).toEqual({ ...wanted, error_code: "X" });
    });

    test("as the tasks' route spells it", () => {
        expect(errorBody({ error: "No.", code: "VALIDATION_ERROR", details })).toEqual(
            { ...wanted, error_code: "VALIDATION_ERROR" });
    });

    test("as the metrics' routes spell it", () => {
        expect(errorBody({ error: { code: "NO_HEADERS", message: "No.", details } })).toEqual(
            { ...wanted, error_code: "NO_HEADERS" });
    });

    test("as the docs' routes spell it", () => {
        expect(errorBody({ error: "validation", message: "No.", retryable: false, request_id: "c1" })).toEqual(
            { ...wanted, error_code: "validation", suggested_action: null });
    });

    test("and what is none is told as such", () => {
        for (const value of [null, undefined, "text", {}, { error: {} }, { error: 5 }])
            expect(errorBody(value).error_code).toBe("UNKNOWN");
    });
});

test("a refusal that waits for a yes has its confirmation, any other has none", () => {
    const confirmation = { token: "t", summary: "Delete it.", expires_at: "" };
    const body = errorBody({ error: { message: "Sure?" } });
    expect(new Refusal(409, body, { confirmation }).confirmation).toEqual(confirmation);
    expect(new Refusal(409, body, {}).confirmation).toBe(null);
    expect(new Refusal(409, body).confirmation).toBe(null);
    expect(new Refusal(400, body, { confirmation }).confirmation).toBe(null);
});
