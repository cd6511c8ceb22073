// model.ts (tasks) - the list: what of it is shown, and every way it is changed.
//
// The server holds the tasks; here is a window on them, read again after each change, so that it never shows what is
// not so. A change names its task by id and the version that was seen: one that was changed elsewhere meanwhile is not
// touched. What the server wants confirmed is shown in its own words and repeated with its token. Whatever was done has
// a number, and the note about it can undo that very step.

import type { Explain } from "../actions";
import { type Api, Refusal } from "../api";
import { type Notes, createNotes } from "../store";
import type { Confirmation, ErrorBody } from "../types";
import { type Query, argsOf, everything } from "./query";
import { type TaskSaid, createTalk } from "./talk";
import { type Format, type Order, type Task, type ToolResult, zone } from "./types";

const A_PAGE = 50;
const MOST_SHOWN = 1000; // the most that one call lists; more than anybody reads
export const MOST_SELECTED = 500; // the most that one change takes
const TYPING_MS = 200;

/** A call that waits for a yes. */
export interface Asked {
    name: string;
    args: object;
    confirmation: Confirmation;
    /** The button that says yes. */
    yes: string;
    /** The task beside which it is asked; null: above the list. */
    at: number | null;
}

/** One change of the past. */
export interface Step {
    step: number;
    what: string;
    made_at: string;
    undone: boolean;
}

/** What was done last, in a sentence, and the call that takes it back. */
export interface Note {
    n: number;
    text: string;
    step: number | null;
    back: "undo" | "redo";
}

export interface State {
    /** The first ones, as they were read; null until the server has told. */
    tasks: Task[] | null;
    /** What they were ordered by when they were read: another order may have been asked for since. */
    ordered: Order;
    /** How many there are in all, shown or not. */
    total: number;
    query: Query;
    reading: boolean;
    /** What went wrong with the list, or with a change to it. */
    error: ErrorBody | null;
    note: Note | null;
    asked: Asked | null;
    /** The task that is being changed in its place. */
    editing: number | null;
    /** null: nothing is being selected. Only ever what is shown. */
    selected: ReadonlySet<number> | null;
    said: TaskSaid[];
    busy: boolean;
}

export const initial: State = {
    tasks: null, ordered: everything.order, total: 0, query: everything, reading: false, error: null, note: null, asked: null, editing: null,
    selected: null, said: [], busy: false,
};

interface How {
    yes?: string;
    at?: number;
    /** Who called shows a refusal itself; a server that is gone is still told above the list. */
    quiet?: boolean;
}

/** What came of a change: done, asked about first, failed and told, or refused and to be told by who called. */
export type Outcome = "done" | "asked" | "failed" | ErrorBody;

const kept = (selected: State["selected"], tasks: Task[]) =>
    selected && new Set(tasks.map((task) => task.id).filter((id) => selected.has(id)));

export type Tasks = ReturnType<typeof createTasks>;

export function createTasks(api: Api, explain: Explain) {
    const notes: Notes<State> = createNotes(initial);
    let reading: AbortController | null = null;
    let typing: ReturnType<typeof setTimeout> | undefined;
    let count = 0;

    const tell = (text: string, step: number | null = null, back: Note["back"] = "undo") =>
        notes.dispatch({ note: { n: ++count, text, step, back } });

    /** Shows these as the list. */
    function show(tasks: Task[], total: number): void {
        const { editing, selected } = notes.get();

        notes.dispatch({ tasks, ordered: notes.get().query.order, total, error: null, selected: kept(selected, tasks),
            editing: tasks.some((task) => task.id === editing) ? editing : null });
    }

    /** Reads a part of the list; an older reading is given up. null: this one was. */
    async function read(offset: number, limit: number): Promise<ToolResult<Task[]> | null> {
        const own = new AbortController();

        clearTimeout(typing);
        reading?.abort();
        reading = own;
        notes.dispatch({ reading: true });
        try {
            const args = { ...argsOf(notes.get().query), offset, limit };
            const result = await api.op<ToolResult<Task[]>>("list_tasks", args, own.signal);
            return own.signal.aborted ? null : result;
        } catch (error) {
            if (!own.signal.aborted)
                notes.dispatch({ error: explain(error) });
            return null;
        } finally {
            if (reading === own)
                notes.dispatch({ reading: false });
        }
    }

    async function refresh(): Promise<void> {
        const shown = notes.get().tasks?.length ?? 0;
        const result = await read(0, Math.min(Math.max(shown, A_PAGE), MOST_SHOWN));

        if (result)
            show(result.data, result.total ?? result.data.length);
    }

    /** The next ones; where the list has moved meanwhile, all of it is read again. */
    async function more(): Promise<void> {
        const { tasks, total } = notes.get();
        const shown = tasks ?? [];
        const result = await read(shown.length, Math.min(A_PAGE, MOST_SHOWN - shown.length));

        if (!result)
            return;
        const ids = new Set(shown.map((task) => task.id));
        if (result.total !== total || result.data.some((task) => ids.has(task.id)))
            await refresh();
        else
            show([...shown, ...result.data], total);
    }

    /** Another list begins at its top. */
    function ask(change: Partial<Query>): void {
        notes.dispatch({ query: { ...notes.get().query, ...change }, tasks: notes.get().tasks?.slice(0, A_PAGE) ?? null });
        void refresh();
    }

    function search(words: string): void {
        notes.dispatch({ query: { ...notes.get().query, search: words } });
        clearTimeout(typing);
        typing = setTimeout(() => ask({}), TYPING_MS);
    }

    /** A change by one of the tools; the list is read again whatever came of it. */
    async function change(name: string, args: object, { yes = "Yes", at, quiet = false }: How = {}): Promise<Outcome> {
        try {
            const { message, step } = await api.op<ToolResult>(name, args);
            notes.dispatch({ asked: null });
            // An undoing that nothing stood against can be redone; one that was asked about is a change of its own.
            tell(message, step ?? null, name === "tasks.undo" && !("confirmation_token" in args) ? "redo" : "undo");
            await refresh();
            return "done";
        } catch (error) {
            const confirmation = error instanceof Refusal ? error.confirmation : null;
            if (confirmation) {
                notes.dispatch({ asked: { name, args, confirmation, yes, at: at ?? null }, error: null });
                return "asked";
            }
            const failure = explain(error);
            await refresh();
            const isOurs = !quiet || failure.error_code === "UNREACHABLE";
            notes.dispatch({ asked: null, ...(isOurs ? { error: failure } : {}) });
            return isOurs ? "failed" : failure;
        }
    }

    /** Does what was asked about. */
    const confirmed = ({ name, args, confirmation, yes, at }: Asked) => change(name,
        { ...args, confirmation_token: confirmation.token }, { yes, ...(at === null ? {} : { at }) });

    async function bulk(action: string, yes: string, set?: object): Promise<Outcome> {
        const task_ids = [...(notes.get().selected ?? [])];

        if (task_ids.length === 0)
            return "done";
        return change("tasks.bulk", { action, task_ids, ...(set ? { set } : {}) }, { yes, quiet: set !== undefined });
    }

    /** From the one selected last to this one, or only this one. */
    function select(task: Task, from: number | null): void {
        const { tasks, selected } = notes.get();
        const ids = (tasks ?? []).map((one) => one.id);
        const now = new Set(selected);
        const [a, b] = [ids.indexOf(from ?? task.id), ids.indexOf(task.id)].sort((x, y) => x - y);
        const isOn = !now.has(task.id);

        for (const id of from !== null && a !== undefined && a >= 0 ? ids.slice(a, (b ?? a) + 1) : [task.id])
            if (isOn)
                now.add(id);
            else
                now.delete(id);
        notes.dispatch({ selected: now });
    }

    function selectAll(): void {
        const ids = (notes.get().tasks ?? []).slice(0, MOST_SELECTED).map((task) => task.id);

        notes.dispatch({ selected: new Set(ids) });
    }

    /** Undoes or redoes the step, or what came last; that there is nothing is no failure. */
    async function back(way: Note["back"], step?: number): Promise<Outcome> {
        const yes = way === "undo" ? "Undo it" : "Redo it";
        const outcome = await change(`tasks.${way}`, step ? { step } : {}, { yes, quiet: true });

        if (typeof outcome !== "string")
            tell(outcome.message);
        return typeof outcome === "string" ? outcome : "failed";
    }

    const undo = (step?: number) => back("undo", step);
    const redo = (step?: number) => back("redo", step);
    const talk = createTalk(api, explain, { notes, refresh, show, tell });

    return {
        notes, refresh, more, ask, search, change, confirmed, bulk, select, selectAll, undo, redo, tell,
        send: talk.send,
        undoAll: async (steps: number[]) => {
            for (const step of steps.toReversed())
                if ((await undo(step)) !== "done")
                    return;
        },
        add: (args: object) => change("add_task", { ...args, time_zone: zone }, { quiet: true }),
        complete: (task: Task) => change("complete_task", { task_id: task.id, version: task.version }),
        reopen: (task: Task) => change("tasks.reopen", { task_id: task.id, version: task.version }),
        update: (task: Task, args: object) =>
            change("update_task", { task_id: task.id, version: task.version, ...args }, { quiet: true }),
        remove: (task: Task) => change("delete_task", { task_id: task.id }, { at: task.id, yes: "Delete" }),
        keep: () => notes.dispatch({ asked: null }),
        edit: (editing: number | null) => notes.dispatch({ editing }),
        selecting: (on: boolean) => notes.dispatch({ selected: on ? new Set() : null }),
        quiet: () => notes.dispatch({ note: null }),
        bring: (content: string) => change("tasks.import", { content, time_zone: zone }, { quiet: true }),
        /** All tasks as text. */
        take: (format: Format) => api.op<{ content: string }>("tasks.export", { format }),
        past: (offset: number) => api.op<ToolResult<Step[]>>("tasks.history", { offset, limit: A_PAGE }),
        explain,
    };
}
