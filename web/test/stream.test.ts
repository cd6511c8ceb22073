import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Api, Refusal, Unreachable } from "../src/api";
import { ask, profile, type Progress } from "../src/stream";

interface Sent {
    headers: Headers;
}

const sent: Sent[] = [];
const step = 'id: k.1\nevent: step\ndata: {"n":1,"of":2,"text":"Reading"}\n\n';
const answer = 'id: k.2\nevent: answer\ndata: {"status":"success","content":"Four."}\n\n';
const refused = '{"error":{"message":"No.","correlation_id":null,"error_code":"X","can_retry":false}}';

function stream(text: string): Response {
    return new Response(text, { headers: { "Content-Type": "text/event-stream", "X-Request-Id": "r1" } });
}

/** Answers each request with the next of these; null is a server that is not there. */
function serve(...answers: (Response | null)[]): void {
    vi.stubGlobal("fetch", (_path: string, init: Sent) => {
        const next = answers[sent.push(init) - 1];
        return next ? Promise.resolve(next) : Promise.reject(new TypeError("no connection"));
    });
}

function start(signal = new AbortController().signal) {
    const told: string[] = [];
    const progress: Progress = {
        started: (id) => told.push(`started ${id}`),
        step: (s) => told.push(`step ${s.text}`),
        delta: (text) => told.push(`delta ${text}`),
        broken: () => told.push("broken"),
    };
    const promise = ask(new Api("secret"), { question: "q", data: [] }, progress, signal);
    promise.catch(() => undefined);
    return { told, promise };
}

beforeEach(() => {
    sent.length = 0;
    vi.useFakeTimers();
});
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

async function settle(): Promise<void> {
    await vi.advanceTimersByTimeAsync(60_000);
}

test("an answer is followed from its first step, with the token", async () => {
    serve(stream(step + answer));
    const { told, promise } = start();
    expect((await promise).content).toBe("Four.");
    expect(told).toEqual(["started r1", "step Reading"]);
    expect(sent[0]?.headers.get("Authorization")).toBe("Bearer secret");
    expect(sent[0]?.headers.has("Last-Event-ID")).toBe(false);
});

test("a broken stream goes on behind its last event", async () => {
    serve(stream(step), null, stream(answer));
    const { told, promise } = start();
    await settle();
    expect((await promise).content).toBe("Four.");
    expect(sent.map((request) => request.headers.get("Last-Event-ID"))).toEqual([null, "k.1", "k.1"]);
    expect(told).toEqual(["started r1", "step Reading", "broken", "broken"]);
});

test("a stream that has gone silent counts as broken", async () => {
    const silent = new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(step)) }),
        { headers: { "Content-Type": "text/event-stream" } });
    serve(silent, stream(answer));
    const { promise } = start();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(sent).toHaveLength(1);
    await settle();
    expect((await promise).content).toBe("Four.");
    expect(sent).toHaveLength(2);
});

test("a stream that never goes on is given up", async () => {
    serve(stream(step));
    const { promise } = start();
    await settle();
    await expect(promise).rejects.toBeInstanceOf(Unreachable);
    expect(sent.length).toBeGreaterThan(3);
});

test("a question that may not have arrived is not asked twice", async () => {
    serve(null, stream(answer));
    const { promise } = start();
    await settle();
    await expect(promise).rejects.toBeInstanceOf(Unreachable);
    expect(sent).toHaveLength(1);
});

test("an error before any answer is a refusal, and one within an answer is the answer", async () => {
    const whole = 'id: k.2\nevent: error\ndata: {"status":"error","content":"No.","error":{"message":"No."}}\n\n';
    serve(stream(step + whole));
    expect((await start().promise).status).toBe("error");
    sent.length = 0;
    serve(stream(`id: k.2\nevent: error\ndata: ${refused}\n\n`));
    await expect(start().promise).rejects.toBeInstanceOf(Refusal);
    sent.length = 0;
    serve(new Response(refused, { status: 429 }));
    await expect(start().promise).rejects.toMatchObject({ status: 429, message: "No." });
});

test("stopping ends the wait between two attempts", async () => {
    const stop = new AbortController();
    serve(stream(step), null);
    const { promise } = start(stop.signal);
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await expect(promise).rejects.toThrow();
    expect(sent).toHaveLength(1);
});

test("an operation that fails is told as what it says", async () => {
    const failed = 'id: k.2\nevent: error\ndata: {"error":{"message":"Too long.","can_retry":true}}\n\n';
    const quiet: Progress = { started: () => 0, step: () => 0, delta: () => 0, broken: () => 0 };
    serve(stream(step + 'id: k.2\nevent: answer\ndata: {"tables":[],"relationships":[]}\n\n'), stream(step + failed));
    const signal = new AbortController().signal;
    expect(await profile(new Api(null), "upload://a", quiet, signal)).toEqual({ tables: [], relationships: [] });
    await expect(profile(new Api(null), "upload://a", quiet, signal)).rejects.toThrow("Too long.");
});
