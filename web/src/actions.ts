// actions.ts - what a person can set going. Each function talks to the server and tells the state what came of it; none
// of them throws.

import { type Api, Refusal, Unreachable } from "./api";
import { unreachable } from "./errors";
import { type Conversation, type Message, turnsOf } from "./history";
import type { Action, State } from "./state";
import { chosenFile, isAsking } from "./state";
import { ASK_PATH, PROFILE_PATH, ask as follow, profile, type Progress, type Question } from "./stream";
import type { Answer, ErrorBody, Verdict } from "./types";

const COME_BACK_MS = 2000;
const QUICK_MS = 500;
const CONVERSATIONS = 50; // listed; older ones are out of sight

export type Actions = ReturnType<typeof createActions>;

/** What an error is told as. */
export type Explain = (error: unknown) => ErrorBody;

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
            return unreachable(error.message, "Check that assay is still running, then try again.");
        }
        return unreachable("The page could not read the server's answer.", "Try again, or reload the page.");
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
            void listConversations();
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
        if (answer.conversation_id)
            dispatch({ type: "conversation", id: answer.conversation_id });
        if (answer.status === "error" && answer.error)
            dispatch({ type: "turn", id, change: { phase: "failed", answer, failure: answer.error } });
        else
            dispatch({ type: "turn", id, change: { phase: "answered", answer } });
    }

    /** Asks of the chosen file, or of nothing in particular. A question for another agent begins a new conversation. */
    async function ask(question: string, more: Pick<Question, "confirmation_token" | "agent"> = {}): Promise<void> {
        const about = chosenFile(state());
        const words = question.trim();
        const { conversation } = state();

        if (!words || isAsking(state()))
            return;
        const id = ++turns;
        running = new AbortController();
        dispatch({ type: "ask", id, question: words, about });
        try {
            const table = about ? state().tables[about.data] : undefined;
            answered(id, await follow(api, { question: words, ...(about ? { data: [about.data] } : {}),
                ...(table ? { table } : {}), ...(conversation && !more.agent ? { conversation_id: conversation } : {}),
                ...more }, progressOf(id), running.signal));
            void listConversations();
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

    /** A server without the list, or without conversations, is none to complain about: there is no list then. */
    async function listConversations(): Promise<void> {
        try {
            const conversations = await api.all<Conversation>("/api/chat", CONVERSATIONS);
            dispatch({ type: "conversations", conversations });
        } catch {
            dispatch({ type: "conversations", conversations: null });
        }
    }

    function begin(): void {
        stop();
        dispatch({ type: "open", id: null, turns: [] });
    }

    /** Takes a conversation up again; what went wrong with it stands where it would. */
    async function open({ id, title }: Conversation): Promise<void> {
        stop();
        try {
            const path = `/api/chat/${encodeURIComponent(id)}`;
            const found = await api.get<{ conversation_history: Message[] }>(path);
            const past = turnsOf(found.conversation_history, id, turns + 1);
            turns += past.length;
            dispatch({ type: "open", id, turns: past });
        } catch (error) {
            dispatch({ type: "open", id: null, turns: [] });
            dispatch({ type: "ask", id: ++turns, question: title, about: null });
            dispatch({ type: "turn", id: turns, change: { phase: "failed", failure: explain(error) } });
            void listConversations();
        }
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

    /** The chosen file chosen again is chosen no more: what is asked then is of nothing in particular. */
    function choose(data: string): void {
        dispatch({ type: "choose", data: state().chosen === data ? null : data });
        void look();
    }

    return { ask, stop, begin, open, upload, remove, choose, look, refresh, reconnect, verify, useToken, explain };
}
