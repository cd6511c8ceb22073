// model.ts (tasks) - the list and the conversation beside it.
//
// The numbers on the page are the ones that "the second one" means. The server binds such words to the list that was
// last shown in the conversation, so before something is said the page has the conversation show the list that is on
// the page, unless it just did. A question that waits for its answer is left alone: anything said in between drops it.

import type { Explain } from "../actions";
import { type Api, Refusal } from "../api";
import type { Said } from "../components/messages";
import { type Notes, createNotes } from "../store";
import type { Confirmation, ErrorBody, Option } from "../types";

export interface Task {
    id: number;
    title: string;
    description: string | null;
    status: "pending" | "completed";
    created_at: string;
    completed_at: string | null;
}

export type Filter = "all" | Task["status"];

export interface TaskSaid extends Said {
    options: Option[];
    /** It waits for a yes or a no. */
    asks: boolean;
}

export interface State {
    /** null until the server has told. */
    tasks: Task[] | null;
    filter: Filter;
    /** What went wrong with the list, or with a change to it. */
    error: ErrorBody | null;
    /** What was done last, in a sentence. */
    done: string;
    /** How the task was that was changed last. */
    before: Task | null;
    /** A task that is to be deleted, once that is confirmed. */
    confirm: { task: Task; confirmation: Confirmation } | null;
    said: TaskSaid[];
    busy: boolean;
}

export const initial: State = {
    tasks: null, filter: "all", error: null, done: "", before: null, confirm: null, said: [], busy: false,
};

interface ToolResult {
    data: Task | Task[] | null;
    message: string;
}

export interface Reply {
    conversation_id: string;
    response: string;
    tool_calls: { tool: string; result?: { data?: unknown } }[];
    status?: "success" | "clarification_needed" | "confirmation_required" | "error";
    options?: Option[];
}

/** The ids of the list that a reply showed; null: it showed none. */
export function shownIn(reply: Reply): number[] | null {
    const data = reply.tool_calls.findLast((call) => call.tool === "list_tasks")?.result?.data;

    return Array.isArray(data) ? (data as Task[]).map((task) => task.id) : null;
}

const SAME_LIST_TURNS = 4; // the server takes a list for stale after ten messages

export type Tasks = ReturnType<typeof createTasks>;

export function createTasks(api: Api, explain: Explain) {
    const notes: Notes<State> = createNotes(initial);
    let sayings = 0;
    /** The conversation, the list it showed last and how long ago, and whether it waits for an answer. */
    const talk = { id: null as string | null, shown: [] as number[], turns: 0, waits: false };

    const say = (one: Partial<TaskSaid> & Pick<TaskSaid, "who" | "text">) => notes.dispatch({ said: [...notes.get().said,
        { id: ++sayings, options: [], asks: false, failure: null, ...one }] });

    async function refresh(): Promise<void> {
        const { filter } = notes.get();

        try {
            const args = filter === "all" ? {} : { status: filter };
            const { data } = await api.op<ToolResult>("list_tasks", args);
            if (notes.get().filter === filter)
                notes.dispatch({ tasks: Array.isArray(data) ? data : [], error: null });
        } catch (error) {
            notes.dispatch({ error: explain(error) });
        }
    }

    /** A change by one of the tools; the list is read again whatever came of it. */
    async function change(name: string, args: object, before: Task | null = null): Promise<boolean> {
        try {
            const { message } = await api.op<ToolResult>(name, args);
            await refresh();
            notes.dispatch({ done: message, before, confirm: null });
            return true;
        } catch (error) {
            const failure = explain(error);
            await refresh();
            notes.dispatch({ error: failure, confirm: null });
            return false;
        }
    }

    /** Asks the server what deleting it would do, which is not done yet. */
    async function remove(task: Task): Promise<void> {
        try {
            const { message } = await api.op<ToolResult>("delete_task", { task_id: task.id });
            notes.dispatch({ done: message, before: null });
            await refresh();
        } catch (error) {
            const confirmation = error instanceof Refusal ? error.confirmation : null;
            notes.dispatch(confirmation ? { confirm: { task, confirmation }, error: null } : { error: explain(error) });
        }
    }

    async function post(message: string): Promise<Reply> {
        const reply = await api.post<Reply>("/api/local/chat",
            { message, ...(talk.id ? { conversation_id: talk.id } : {}) });
        const shown = shownIn(reply);

        talk.id = reply.conversation_id;
        talk.waits = reply.status === "clarification_needed" || reply.status === "confirmation_required";
        talk.turns++;
        if (shown) {
            talk.shown = shown;
            talk.turns = 0;
        }
        return reply;
    }

    /** Makes the numbers on the page the conversation's. */
    async function number(): Promise<void> {
        const { tasks, filter } = notes.get();
        const ids = (tasks ?? []).map((task) => task.id);
        const isSame = ids.join() === talk.shown.join() && talk.turns < SAME_LIST_TURNS;

        if (!isSame && !talk.waits && ids.length > 0)
            await post(filter === "all" ? "show my tasks" : `show my ${filter} tasks`);
    }

    async function send(words: string): Promise<void> {
        const text = words.trim();

        if (!text || notes.get().busy)
            return;
        say({ who: "me", text });
        notes.dispatch({ busy: true, done: "", before: null });
        try {
            await number();
            const reply = await post(text);
            await refresh();
            say({ who: "assay", text: reply.response, options: reply.options ?? [],
                asks: reply.status === "confirmation_required" });
        } catch (error) {
            // A conversation that has run out is begun anew with the next message.
            if (error instanceof Refusal && error.status === 404)
                Object.assign(talk, { id: null, shown: [], turns: 0, waits: false });
            const failure = explain(error);
            say({ who: "assay", text: failure.message, failure });
        }
        notes.dispatch({ busy: false });
    }

    return {
        notes, refresh, remove, send,
        add: (title: string) => change("add_task", { title }),
        complete: (task: Task) => change("complete_task", { task_id: task.id }),
        update: (task: Task, title: string, description: string) =>
            change("update_task", { task_id: task.id, title, description }, task),
        undo: (task: Task) => change("update_task",
            { task_id: task.id, title: task.title, description: task.description ?? "" }),
        confirmed: ({ task, confirmation }: NonNullable<State["confirm"]>) =>
            change("delete_task", { task_id: task.id, confirmation_token: confirmation.token }),
        keep: () => notes.dispatch({ confirm: null }),
        filter: (filter: Filter) => {
            notes.dispatch({ filter, tasks: null });
            void refresh();
        },
    };
}
