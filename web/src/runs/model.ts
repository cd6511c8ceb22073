// model.ts (runs) - the analyses, a new one, and the one that is looked at: its plan, its calls, what it made, and the
// audit entries it left.

import type { Explain } from "../actions";
import type { Api } from "../api";
import { fromCsv } from "../csv";
import { goTo } from "../places";
import { save } from "../save";
import { type Notes, createNotes } from "../store";
import { type Progress, call } from "../stream";
import type { ErrorBody, Page, Step } from "../types";

export const ANALYZE_PATH = "/api/analyze";
const LISTED = 50;
const PREVIEW_ROWS = 51; // the header among them
const ENTRIES = 100;

export const DELIVERABLES = ["tables", "charts", "reports", "summary"] as const;
export type Deliverable = (typeof DELIVERABLES)[number];

export interface Listed {
    id: string;
    status: string;
    created_at: string;
    intent: string;
    artifacts: number;
}

export interface Subtask {
    task_id: string;
    description: string;
    tool_name: string;
    dependencies: string[];
    invariants: string[];
    estimated_cost_seconds: number;
}

export interface Plan {
    subtasks: Subtask[];
    reasoning: string;
}

export interface Call {
    call_id: string;
    task_id: string;
    tool_name: string;
    arguments: Record<string, unknown>;
    attempt_number: number;
}

export interface Observation {
    call_id: string;
    status: "success" | "error" | "timeout" | "resource_limit";
    error_message?: string | null;
    execution_time_seconds: number | object;
    row_count?: number | null;
}

export interface Artifact {
    artifact_id: string;
    artifact_type: "table" | "chart" | "report" | "summary";
    content_hash: string;
    metadata: Record<string, unknown>;
    size_bytes: number;
}

export interface Response {
    request_id?: string;
    status: "completed" | "failed" | "partial_success";
    artifacts: Artifact[];
    summary?: { key_findings: string[]; insights?: string[]; warnings?: string[] } | null;
    metrics: { execution_time_seconds: number | object; tool_calls_count: number; retries_count: number;
        rows_processed: number; recipe_used: string | null };
    error?: { error_type: string; error_message: string } | null;
}

export interface Run {
    id: string;
    status: string;
    created_at: string;
    request: { intent: string; deliverables?: string[] };
    plan: Plan | null;
    calls: Call[];
    observations: Observation[];
    response: Response | null;
}

export interface Entry {
    sequence_number: number;
    timestamp: string;
    event_type: string;
    actor: string;
    text: string;
}

/** What an artifact holds, as far as it is shown. */
export type Content =
    | { phase: "reading" }
    | { phase: "table"; rows: string[][] }
    | { phase: "picture"; url: string }
    | { phase: "text"; text: string }
    | { phase: "failed"; error: ErrorBody };

export interface State {
    runs: Listed[] | null;
    listError: ErrorBody | null;
    intent: string;
    data: string[];
    deliverables: Deliverable[];
    busy: boolean;
    steps: Step[];
    error: ErrorBody | null;
    run: Run | null;
    opening: boolean;
    gone: ErrorBody | null;
    contents: Record<string, Content>;
    entries: Entry[] | null;
}

export const initial: State = {
    runs: null, listError: null, intent: "", data: [], deliverables: ["tables", "charts", "summary"], busy: false,
    steps: [], error: null, run: null, opening: false, gone: null, contents: {}, entries: null,
};

/** A run as the server tells it; its calls may stand by themselves or under what was done. */
export function runOf(value: Record<string, unknown>): Run {
    const steps = (value["steps"] ?? value) as { tool_calls?: Call[]; observations?: Observation[] };

    return { ...(value as unknown as Run), plan: (value["plan"] as Plan | null | undefined) ?? null,
        response: (value["response"] as Response | null | undefined) ?? null, calls: steps.tool_calls ?? [],
        observations: steps.observations ?? [] };
}

/** A picture as an address that the page's rules allow: they know no blobs. */
function pictureOf(blob: Blob): Promise<string> {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
        reader.readAsDataURL(blob);
    });
}

async function contentOf(type: string, response: globalThis.Response): Promise<Content> {
    if (type === "chart")
        return { phase: "picture", url: await pictureOf(await response.blob()) };
    const text = await response.text();
    return type === "table" ? { phase: "table", rows: fromCsv(text, PREVIEW_ROWS) } : { phase: "text", text };
}

export type Runs = ReturnType<typeof createRuns>;

export function createRuns(api: Api, explain: Explain) {
    const notes: Notes<State> = createNotes(initial);
    const { get, dispatch } = notes;
    let running: { abort: AbortController; requestId: string | null } | null = null;

    const pathOf = (artifact: Artifact) => `/api/artifacts/${encodeURIComponent(artifact.artifact_id)}`;
    const isHere = (id: string) => get().run?.id === id;

    async function refresh(): Promise<void> {
        try {
            dispatch({ runs: await api.all<Listed>("/api/analyses", LISTED), listError: null });
        } catch (error) {
            dispatch({ listError: explain(error) });
        }
    }

    async function read(artifact: Artifact): Promise<void> {
        const put = (content: Content) => dispatch({ contents: { ...get().contents, [artifact.artifact_id]: content } });

        if (get().contents[artifact.artifact_id]?.phase)
            return;
        put({ phase: "reading" });
        try {
            put(await contentOf(artifact.artifact_type, await api.send("GET", pathOf(artifact))));
        } catch (error) {
            put({ phase: "failed", error: explain(error) });
        }
    }

    async function readEntries(id: string): Promise<void> {
        const query = `request=${encodeURIComponent(id)}&limit=${ENTRIES}`;

        try {
            const { items } = await api.get<Page<Entry>>(`/api/audit?${query}`);
            if (isHere(id))
                dispatch({ entries: items });
        } catch (error) {
            explain(error);
            if (isHere(id))
                dispatch({ entries: [] });
        }
    }

    async function open(id: string | null): Promise<void> {
        if (id !== null && isHere(id))
            return;
        dispatch({ run: null, gone: null, opening: id !== null, contents: {}, entries: null });
        if (id === null)
            return;
        try {
            const run = runOf(await api.get(`/api/analyses/${encodeURIComponent(id)}`));
            dispatch({ run: { ...run, id } });
            void readEntries(id);
            for (const artifact of run.response?.artifacts ?? [])
                void read(artifact);
        } catch (error) {
            dispatch({ gone: explain(error) });
        }
        dispatch({ opening: false });
    }

    async function start(): Promise<void> {
        const { intent, data, deliverables, busy } = get();
        const own = { abort: new AbortController(), requestId: null as string | null };
        const progress: Progress = {
            started: (id) => (own.requestId = id),
            step: (step) => dispatch({ steps: [...get().steps, step] }),
            delta: () => undefined,
            broken: () => undefined,
        };

        if (busy || !intent.trim() || data.length === 0 || deliverables.length === 0)
            return;
        running = own;
        dispatch({ busy: true, steps: [], error: null });
        try {
            const body = { intent: intent.trim(), data, deliverables };
            const response = await call<Response>(api, { path: ANALYZE_PATH, body }, progress, own.abort.signal);
            const id = response.request_id ?? own.requestId;
            await refresh();
            if (id)
                goTo("runs", id);
        } catch (error) {
            if (!own.abort.signal.aborted)
                dispatch({ error: explain(error) });
            void refresh();
        }
        dispatch({ busy: false });
    }

    /** Here at once, at the server as soon as it hears of it. */
    function stop(): void {
        running?.abort.abort();
        if (running?.requestId)
            api.cancel(ANALYZE_PATH, running.requestId).catch(() => undefined);
    }

    async function download(artifact: Artifact): Promise<void> {
        const ending = artifact.artifact_type === "table" ? "csv" : "md";

        try {
            const response = await api.send("GET", pathOf(artifact));
            const name = `${artifact.artifact_type} ${artifact.artifact_id.slice(0, 8)}`;
            save(await response.text(), name, ending, ending === "csv" ? "text/csv" : "text/markdown");
        } catch (error) {
            dispatch({ error: explain(error) });
        }
    }

    return {
        notes, refresh, open, start, stop, download,
        change: (part: Partial<Pick<State, "intent" | "data" | "deliverables">>) => dispatch(part),
    };
}
