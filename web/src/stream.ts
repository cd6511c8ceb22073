// stream.ts - one call of an operation, followed to its result: a question to its answer, an analysis to its report.
//
// The result comes as events. When the connection breaks in between, the stream is taken up behind the last event that
// came (Last-Event-ID), so nothing is asked twice and nothing is shown twice. It gives up after ATTEMPTS breaks in a
// row that brought nothing new.

import { type Api, Refusal, Unreachable } from "./api";
import { errorBody } from "./errors";
import { parseExact } from "./json";
import { EventReader, type ServerEvent } from "./sse";
import type { Agent, Answer, Counts, Step } from "./types";

export const ASK_PATH = "/api/ask";
export const PROFILE_PATH = "/api/ops/profiler.analyze";

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 3000;
const SILENCE_MS = 60_000; // several of the server's heartbeats: whoever is that quiet is gone

export interface Question {
    question: string;
    data?: string[];
    table?: string;
    agent?: Agent;
    conversation_id?: string;
    confirmation_token?: string;
}

export interface Progress {
    started(requestId: string): void;
    step(step: Step): void;
    delta(text: string): void;
    broken(): void;
}

export function ask(api: Api, question: Question, progress: Progress, signal: AbortSignal): Promise<Answer> {
    return call(api, { path: ASK_PATH, body: question }, progress, signal);
}

/** Counts what the file's tables hold. */
export function profile(api: Api, data: string, progress: Progress, signal: AbortSignal): Promise<Counts> {
    return call(api, { path: PROFILE_PATH, body: { data: [data] } }, progress, signal);
}

/** What is called: something that begins with this body, or, without one, what is under way there already. */
export interface Streamed {
    path: string;
    body?: object;
}

/** Calls it. An error that has the shape of an answer is given as one; others are thrown. */
export async function call<T extends object>(api: Api, what: Streamed, progress: Progress,
    signal: AbortSignal): Promise<T> {
    const reader = { lastId: "", retry: null as number | null };

    for (let attempt = 0; ; attempt++) {
        const before = reader.lastId;
        try {
            const result = await follow<T>(api, what, reader, progress, signal);
            if (result)
                return result;
        } catch (error) {
            // Without an id there is nothing to go back to, and a refusal stays one.
            if (signal.aborted || error instanceof Refusal || !reader.lastId)
                throw error;
        }
        if (reader.lastId !== before)
            attempt = 0;
        if (!reader.lastId || attempt >= ATTEMPTS)
            throw new Unreachable("The connection broke before the answer came.");
        progress.broken();
        await pause(reader.retry ?? Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS), signal);
    }
}

/** The next piece; a connection that has gone silent has ended. */
async function next(pieces: ReadableStreamDefaultReader<string>): Promise<string | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), SILENCE_MS);
    });
    const piece = await Promise.race([pieces.read(), silence]).finally(() => clearTimeout(timer));

    if (piece === null)
        void pieces.cancel().catch(() => undefined);
    return piece === null || piece.done ? null : piece.value;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(signal.reason as Error);
        }, { once: true });
    });
}

/** Reads one connection to its end: the result, or null when it ended without one. */
async function follow<T extends object>(api: Api, { path, body }: Streamed,
    place: { lastId: string; retry: number | null }, progress: Progress, signal: AbortSignal): Promise<T | null> {
    const headers = new Headers({ Accept: "text/event-stream" });

    if (body)
        headers.set("Content-Type", "application/json");
    if (place.lastId)
        headers.set("Last-Event-ID", place.lastId);
    const response = await api.send(body ? "POST" : "GET", path,
        { headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
    const id = response.headers.get("X-Request-Id");
    if (id && !place.lastId)
        progress.started(id);
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream"))
        return parseExact(await response.text()) as T;
    const reader = new EventReader();
    const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
        const piece = pieces ? await next(pieces) : null;
        if (piece === null)
            return null;
        for (const event of reader.feed(piece)) {
            const result = take(event, progress);
            place.lastId = reader.lastId || place.lastId;
            place.retry = reader.retry ?? place.retry;
            if (result)
                return result as T;
        }
    }
}

function isObject(value: unknown): value is object {
    return typeof value === "object" && value !== null;
}

/** An error that came after the question was understood is a whole answer, with what was done until then. */
function isAnswer(value: object): boolean {
    return "status" in value && "content" in value;
}

function take(event: ServerEvent, progress: Progress): object | null {
    const value = parseExact(event.data);

    if (event.event === "answer" || event.event === "error") {
        if (isObject(value) && (event.event === "answer" || isAnswer(value)))
            return value;
        throw new Refusal(500, errorBody(value));
    }
    if (event.event === "step")
        progress.step(value as Step);
    else if (event.event === "delta")
        progress.delta((value as { text: string }).text);
    return null;
}
