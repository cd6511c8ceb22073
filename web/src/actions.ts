// actions.ts - what a person can set going. Each function talks to the server and tells the state what came of it; none
// of them throws.

import { type Api, Refusal, Unreachable } from "./api";
import type { Action, State } from "./state";
import { chosenFile, isAsking } from "./state";
import { ASK_PATH, PROFILE_PATH, ask as follow, profile, type Progress, type Question } from "./stream";
import type { Answer, ErrorBody, Verdict } from "./types";

const COME_BACK_MS = 2000;
const QUICK_MS = 500;

export type Actions = ReturnType<typeof createActions>;

function failure(message: string, suggested_action: string): ErrorBody {
    return { message, suggested_action, correlation_id: null, error_code: "UNREACHABLE", can_retry: true };
}

/** What is said to a question while there is no file to ask it of. */
const nothingToAsk: ErrorBody = {
    message: "There is no file to ask yet.",
    correlation_id: null,
    error_code: "NO_DATA",
    can_retry: false,
    suggested_action: "Add a file first: drop it anywhere on the page.",
};

export function createActions(api: Api, state: () => State, dispatch: (action: Action) => void) {
    let turns = 0;
    let running: AbortController | null = null;
    let counting: { data: string; began: number; requestId: string | null; abort: AbortController } | null = null;
    let watch: ReturnType<typeof setTimeout> | undefined;

    /** What to tell a person about an error. A missing server and a missing token change the page as a whole, too. */
    function explain(error: unknown): ErrorBody {
        if (error instanceof Refusal) {
            if (error.status === 401)
                dispatch({ type: "token", token: api.token ? "refused" : "wanted" });
            return error.body;
        }
        if (error instanceof Unreachable) {
            lost();
            return failure(error.message, "Check that assay is still running, then try again.");
        }
        return failure("The page could not read the server's answer.", "Try again, or reload the page.");
    }

    function lost(): void {
        dispatch({ type: "online", online: false });
        clearTimeout(watch);
        watch = setTimeout(() => void reconnect(), COME_BACK_MS);
    }

    /** Sees whether the server is back, and if so reads what may have changed. */
    async function reconnect(): Promise<void> {
        try {
            await api.health();
            dispatch({ type: "online", online: true });
        } catch {
            lost();
            return;
        }
        await refresh();
    }

    async function refresh(): Promise<void> {
        try {
            dispatch({ type: "files", files: await api.files() });
            dispatch({ type: "token", token: "unasked" });
            void look();
        } catch (error) {
            explain(error);
        }
    }

    /** Looks at the chosen file as far as that was not done: what is in it, then, while people read, its values. */
    async function look(): Promise<void> {
        const data = chosenFile(state())?.data;

        if (counting?.data !== data)
            stopCounting();
        if (data && (await describe(data)) && chosenFile(state())?.data === data)
            await count(data);
    }

    /** Whether the file's tables and columns are known now. */
    async function describe(data: string): Promise<boolean> {
        const phase = state().profiles[data]?.phase;

        if (phase === "reading" || phase === "ready")
            return phase === "ready";
        dispatch({ type: "profile", data, profile: { phase: "reading" } });
        try {
            dispatch({ type: "profile", data, profile: { phase: "ready", tables: await api.describe(data) } });
            return true;
        } catch (error) {
            dispatch({ type: "profile", data, profile: { phase: "failed", error: explain(error) } });
            return false;
        }
    }

    async function count(data: string): Promise<void> {
        const phase = state().countings[data]?.phase;

        if (phase === "counting" || phase === "counted")
            return;
        const own: NonNullable<typeof counting> =
            { data, began: performance.now(), requestId: null, abort: new AbortController() };
        counting = own;
        dispatch({ type: "counting", data, counting: { phase: "counting", step: null } });
        try {
            const counts = await profile(api, data, {
                started: (requestId) => (own.requestId = requestId),
                step: (step) => dispatch({ type: "counting", data, counting: { phase: "counting", step } }),
                delta: () => undefined,
                broken: () => undefined,
            }, own.abort.signal);
            dispatch({ type: "counting", data, counting: { phase: "counted", counts } });
        } catch (error) {
            if (!own.abort.signal.aborted)
                dispatch({ type: "counting", data, counting: { phase: "failed", error: explain(error) } });
        }
        if (counting === own)
            counting = null;
    }

    /** Who looks at another file does not wait for this one's figures: they are counted when it is chosen again. */
    function stopCounting(): void {
        if (!counting)
            return;
        counting.abort.abort();
        // What is quick is over before the server could hear of it.
        if (counting.requestId && performance.now() - counting.began > QUICK_MS)
            api.cancel(PROFILE_PATH, counting.requestId).catch(() => undefined);
        dispatch({ type: "counting", data: counting.data, counting: null });
        counting = null;
    }

    async function upload(files: Iterable<File>): Promise<void> {
        for (const file of files) {
            dispatch({ type: "uploading", name: file.name });
            try {
                dispatch({ type: "uploaded", name: file.name, file: await api.upload(file) });
            } catch (error) {
                dispatch({ type: "not-uploaded", name: file.name });
                dispatch({ type: "file-error", error: explain(error) });
            }
        }
        void look();
    }

    async function remove(id: string): Promise<void> {
        try {
            await api.remove(id);
            dispatch({ type: "removed", id });
            void look();
        } catch (error) {
            dispatch({ type: "file-error", error: explain(error) });
        }
    }

    function progressOf(id: number): Progress {
        return {
            started: (requestId) => dispatch({ type: "turn", id, change: { requestId } }),
            step: (step) => dispatch({ type: "step", id, step }),
            delta: (text) => dispatch({ type: "delta", id, text }),
            broken: () => dispatch({ type: "turn", id, change: { reconnecting: true } }),
        };
    }

    function answered(id: number, answer: Answer): void {
        if (answer.status === "error" && answer.error)
            dispatch({ type: "turn", id, change: { phase: "failed", answer, failure: answer.error } });
        else
            dispatch({ type: "turn", id, change: { phase: "answered", answer } });
    }

    async function ask(question: string, more: Pick<Question, "confirmation_token"> = {}): Promise<void> {
        const about = chosenFile(state());
        const words = question.trim();
        const conversation = state().turns.at(-1)?.answer?.conversation_id;

        if (!words || isAsking(state()))
            return;
        const id = ++turns;
        running = new AbortController();
        dispatch({ type: "ask", id, question: words, about });
        if (!about) {
            dispatch({ type: "turn", id, change: { phase: "failed", failure: nothingToAsk } });
            return;
        }
        try {
            const table = state().tables[about.data];
            answered(id, await follow(api, { question: words, data: [about.data], ...(table ? { table } : {}),
                ...(conversation ? { conversation_id: conversation } : {}), ...more }, progressOf(id), running.signal));
        } catch (error) {
            if (running.signal.aborted)
                dispatch({ type: "turn", id, change: { phase: "stopped" } });
            else
                dispatch({ type: "turn", id, change: { phase: "failed", failure: explain(error) } });
        }
    }

    /** Ends the question under way here at once, and at the server as soon as it hears of it. */
    function stop(): void {
        const requestId = state().turns.at(-1)?.requestId;

        if (!isAsking(state()))
            return;
        running?.abort();
        if (requestId)
            api.cancel(ASK_PATH, requestId).catch(() => undefined);
    }

    /** Asks whether the audit log is whole; an error comes back as one. */
    async function verify(): Promise<Verdict | ErrorBody> {
        try {
            return await api.verify();
        } catch (error) {
            return explain(error);
        }
    }

    async function useToken(token: string): Promise<void> {
        api.token = token;
        await refresh();
    }

    function choose(data: string): void {
        dispatch({ type: "choose", data });
        void look();
    }

    return { ask, stop, upload, remove, choose, look, refresh, reconnect, verify, useToken };
}
