// model.ts (investigate) - sessions, and the one that is looked at: its files and form, its run, its report, the chat
// about it. The run is followed as it tells of itself; when that breaks, it is asked every moment how it stands.

import type { Explain } from "../actions";
import { type Api, Refusal } from "../api";
import type { Said } from "../components/messages";
import { goTo } from "../places";
import { save } from "../save";
import { type Notes, createNotes } from "../store";
import { call } from "../stream";
import type { ErrorBody, Step } from "../types";
import { type Form, type Heading, type SessionFile, blank, fileProblem, headingsOf, problemsOf, requestOf } from "./form";

const POLL_MS = 1500;
const LISTED = 50;
const START_BYTES = 8192; // of a file: enough for its header and a few rows

export interface Session {
    session_id: string;
    status: "created" | "has_files" | "running" | "completed" | "failed" | "expired";
    created_at: string;
    expires_at: string;
    file_count: number;
    report_ready: boolean;
}

export interface Explanation {
    rank: number;
    title: string;
    likelihood: string;
}

export interface Report {
    content: string;
    generated_at: string;
    status: "completed" | "no_findings";
}

export interface State {
    sessions: Session[] | null;
    listError: ErrorBody | null;
    session: Session | null;
    /** What is looked at is being read. */
    opening: boolean;
    /** It cannot be shown: it has run out, or was never there. */
    gone: ErrorBody | null;
    files: SessionFile[];
    adding: string[];
    /** By the file's name: its columns, as far as it was seen here. */
    headings: Record<string, Heading[]>;
    form: Form;
    /** The form was sent once: everything that is wrong with it is told. */
    tried: boolean;
    /** The form is shown although there is a report. */
    again: boolean;
    error: ErrorBody | null;
    /** Why it failed. */
    reason: ErrorBody | null;
    steps: Step[];
    report: Report | null;
    explanations: Explanation[];
    /** The waterfall's specification. */
    waterfall: unknown;
    said: Said[];
    busy: boolean;
}

const nothing: Omit<State, "sessions" | "listError"> = {
    session: null, opening: false, gone: null, files: [], adding: [], headings: {}, form: blank, tried: false,
    again: false, error: null, reason: null, steps: [], report: null, explanations: [], waterfall: null, said: [], busy: false,
};
export const initial: State = { sessions: null, listError: null, ...nothing };

/** A list however it is wrapped. */
function listOf<T>(value: unknown, ...names: string[]): T[] {
    const wrapped = value as Record<string, unknown>;
    const found = [value, ...names.map((name) => wrapped[name])].find(Array.isArray);

    return (found ?? []) as T[];
}

function local(message: string): ErrorBody {
    return { message, correlation_id: null, error_code: "INVALID_INPUT", can_retry: false, suggested_action: null };
}

export type Investigate = ReturnType<typeof createInvestigate>;

export function createInvestigate(api: Api, explain: Explain) {
    const notes: Notes<State> = createNotes(initial);
    const { get, dispatch } = notes;
    let sayings = 0;
    let following: AbortController | null = null;

    const path = (id: string, rest = "") => `/api/sessions/${encodeURIComponent(id)}${rest}`;
    const isHere = (id: string) => get().session?.session_id === id;

    async function refresh(): Promise<void> {
        try {
            dispatch({ sessions: await api.all<Session>("/api/sessions", LISTED), listError: null });
        } catch (error) {
            dispatch({ listError: explain(error) });
        }
    }

    /** What belongs to a session besides itself. */
    async function readFiles(id: string): Promise<void> {
        const files = listOf<SessionFile>(await api.get(path(id, "/files")), "items", "files");
        const known = get().form.descriptions;
        // What stands there when a file is brought is its name, for want of words: that is nobody's description.
        const told = files.map((file) => [file.file_id, known[file.file_id] ??
            (file.description === file.original_name ? "" : (file.description ?? ""))]);
        if (isHere(id))
            dispatch({ files, form: { ...get().form, descriptions: Object.fromEntries(told) as Record<string, string> } });
    }

    async function readReport(id: string): Promise<void> {
        const report = await api.get<Report>(path(id, "/report"));
        const [found, history] = await Promise.all([
            api.get<Record<string, unknown>>(path(id, "/explanations")).catch(() => ({})),
            api.get(path(id, "/chat")).catch(() => []),
        ]);
        const messages = listOf<{ role: string; content: string }>(history, "items", "messages");
        const said = messages.map(({ role, content }): Said =>
            ({ id: ++sayings, who: role === "user" ? "me" : "assay", text: content, failure: null }));
        if (isHere(id))
            dispatch({ report, said, explanations: listOf(found, "items", "explanations"),
                waterfall: (found as Record<string, unknown>)["chart"] ?? null });
    }

    /** Looks at a session; null: at a new one. */
    async function open(id: string | null): Promise<void> {
        const { session } = get();

        if (id !== null && session?.session_id === id)
            return;
        following?.abort();
        dispatch({ ...nothing, opening: id !== null });
        if (id === null)
            return;
        try {
            dispatch({ session: await api.get<Session>(path(id)) });
            await readFiles(id);
            await arrive(id);
        } catch (error) {
            const gone = explain(error);
            if (!get().session || isHere(id))
                dispatch({ gone });
        }
        dispatch({ opening: false });
    }

    /** Shows what its status calls for. */
    async function arrive(id: string): Promise<void> {
        const status = get().session?.status;

        if (status === "running")
            void follow(id);
        else if (status === "completed")
            await readReport(id);
        else if (status === "failed")
            await readReason(id);
    }

    /** Asked for its report, a session that failed says why. */
    async function readReason(id: string): Promise<void> {
        try {
            await api.get(path(id, "/report"));
        } catch (error) {
            const reason = explain(error);
            if (isHere(id))
                dispatch({ reason });
        }
    }

    function leave(): void {
        following?.abort();
    }

    /** The session that files go to: the one at hand, or a new one. */
    async function sessionHere(): Promise<string> {
        const { session } = get();

        if (session)
            return session.session_id;
        const made = await api.post<Session>("/api/sessions", {});
        dispatch({ session: made });
        goTo("investigate", made.session_id);
        return made.session_id;
    }

    async function addFiles(files: Iterable<File>): Promise<void> {
        dispatch({ error: null });
        for (const file of files) {
            const problem = fileProblem(file, get().files.length);
            if (problem) {
                dispatch({ error: local(problem) });
                continue;
            }
            const headings = headingsOf(await file.slice(0, START_BYTES).text().catch(() => ""));
            dispatch({ adding: [...get().adding, file.name], headings: { ...get().headings, [file.name]: headings } });
            try {
                const id = await sessionHere();
                await api.bring(path(id, "/files"), file, file.name);
                await readFiles(id);
            } catch (error) {
                dispatch({ error: explain(error) });
            }
            dispatch({ adding: get().adding.filter((name) => name !== file.name) });
        }
    }

    async function removeFile(fileId: string): Promise<void> {
        const id = get().session?.session_id;

        try {
            if (id) {
                await api.delete(path(id, `/files/${encodeURIComponent(fileId)}`));
                await readFiles(id);
            }
        } catch (error) {
            dispatch({ error: explain(error) });
        }
    }

    async function describeFiles(id: string): Promise<void> {
        for (const file of get().files) {
            const description = get().form.descriptions[file.file_id]?.trim();
            if (description && description !== file.description)
                await api.post(path(id, `/files/${encodeURIComponent(file.file_id)}`), { description }, "PUT");
        }
    }

    async function start(): Promise<void> {
        const { form, files, session, busy } = get();

        dispatch({ tried: true, error: null });
        if (!session || busy || Object.keys(problemsOf(form, files)).length > 0)
            return;
        dispatch({ busy: true });
        try {
            await describeFiles(session.session_id);
            await api.post(path(session.session_id, "/investigate"), requestOf(form));
            dispatch({ session: { ...session, status: "running" }, again: false, report: null, said: [],
                reason: null });
            void follow(session.session_id);
        } catch (error) {
            dispatch({ error: explain(error) });
        }
        dispatch({ busy: false });
    }

    async function follow(id: string): Promise<void> {
        const own = new AbortController();

        following?.abort();
        following = own;
        dispatch({ steps: [], error: null });
        try {
            await call(api, { path: path(id, "/events") }, {
                started: () => undefined,
                step: (step) => isHere(id) && dispatch({ steps: [...get().steps, step] }),
                delta: () => undefined,
                broken: () => undefined,
            }, own.signal);
        } catch {
            // How it stands is asked below, whatever the stream said last.
        }
        await untilOver(id, own.signal);
    }

    async function untilOver(id: string, signal: AbortSignal): Promise<void> {
        while (!signal.aborted && isHere(id)) {
            try {
                const session = await api.get<Session>(path(id));
                if (signal.aborted || !isHere(id))
                    return;
                dispatch({ session });
                if (session.status !== "running") {
                    await arrive(id);
                    void refresh();
                    return;
                }
            } catch (error) {
                const failure = explain(error);
                if (error instanceof Refusal) {
                    dispatch({ gone: failure });
                    return;
                }
            }
            await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        }
    }

    async function ask(words: string): Promise<void> {
        const { session, said, busy } = get();
        const text = words.trim();

        if (!session || !text || busy)
            return;
        dispatch({ busy: true, said: [...said, { id: ++sayings, who: "me", text, failure: null }] });
        let answer: Said;
        try {
            const { response } = await api.post<{ response: string }>(path(session.session_id, "/chat"), { message: text });
            answer = { id: ++sayings, who: "assay", text: response, failure: null };
        } catch (error) {
            const failure = explain(error);
            answer = { id: ++sayings, who: "assay", text: failure.message, failure };
        }
        if (isHere(session.session_id))
            dispatch({ busy: false, said: [...get().said, answer] });
    }

    async function download(): Promise<void> {
        const { session } = get();

        try {
            if (session) {
                const response = await api.send("GET", path(session.session_id, "/report/download"));
                save(await response.text(), `investigation ${session.session_id.slice(0, 8)}`, "md", "text/markdown");
            }
        } catch (error) {
            dispatch({ error: explain(error) });
        }
    }

    async function remove(id: string): Promise<void> {
        try {
            await api.delete(path(id));
            if (isHere(id)) {
                following?.abort();
                goTo("investigate");
            }
            await refresh();
        } catch (error) {
            dispatch({ listError: explain(error) });
        }
    }

    return {
        notes, refresh, open, leave, addFiles, removeFile, start, ask, download, remove,
        change: (part: Partial<Form>) => dispatch({ form: { ...get().form, ...part } }),
        describe: (id: string, text: string) => dispatch({ form: { ...get().form,
            descriptions: { ...get().form.descriptions, [id]: text } } }),
        investigateAgain: (again: boolean) => dispatch({ again }),
    };
}
