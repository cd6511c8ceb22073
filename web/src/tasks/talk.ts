// talk.ts - the conversation beside the list.
//
// The numbers on the page are the ones that "the second one" means: with every message goes the list as it stands on the
// page, each task with the version that is shown. The server notices when one of them has changed since, and asks. A list
// that is asked for in words becomes the page's.

import type { Explain } from "../actions";
import { type Api, Refusal } from "../api";
import type { Said } from "../components/messages";
import type { Notes } from "../store";
import type { Option } from "../types";
import type { State } from "./model";
import { type Query, queryOf } from "./query";
import { type Call, type Reply, type Task, zone } from "./types";

const LINES = 8;
const MOST_NUMBERED = 500; // the server numbers no more

export interface TaskSaid extends Said {
    options: Option[];
    /** It waits for a yes or a no. */
    asks: boolean;
    /** The list goes on. */
    more: boolean;
    /** The changes that were made, to be undone by. */
    steps: number[];
}

/** What a reply showed as a list; null: none, or not surely one. */
export function shownIn(reply: Reply): { tasks: Task[]; total: number; query: Query; isMore: boolean } | null {
    const lists = reply.tool_calls.filter((one) => one.tool === "list_tasks" && Array.isArray(one.result?.data));
    const first = /^(\d+)\. /m.exec(reply.response)?.[1];

    // A question such as "how many" reads a list, too, but shows none; and of several lists the last one need not be it.
    if (lists.length !== 1 || reply.status !== "success" || !first)
        return null;
    const tasks = lists[0]?.result?.data as Task[];
    return { tasks, total: lists[0]?.result?.total ?? tasks.length, query: queryOf(lists[0]?.parameters ?? {}),
        isMore: first !== "1" };
}

/** The numbers of the changes that a reply made. */
export const stepsIn = (calls: Call[]) => calls.map((call) => call.result?.step).filter((step) => typeof step === "number");

/** The page shows the list itself; of a long one the words say only how it begins. */
export function abridged(text: string): string {
    const lines = text.split("\n");
    const first = lines.findIndex((line) => /^\d+\. /.test(line));
    const numbered = lines.filter((line) => /^\d+\. /.test(line)).length;

    if (numbered <= LINES)
        return text;
    return [...lines.slice(0, first + LINES - 1), `… and ${numbered - LINES + 1} more in the list beside this.`,
        ...lines.slice(first + numbered)].join("\n");
}

/** The list on the page, as a message takes it along. */
export const shownOn = (tasks: Task[]) => tasks.map(({ id, version }) => ({ id, version }));

interface List {
    notes: Notes<State>;
    refresh: () => Promise<void>;
    show: (tasks: Task[], total: number) => void;
    tell: (text: string) => void;
}

export function createTalk(api: Api, explain: Explain, { notes, refresh, show }: List) {
    let sayings = 0;
    let conversation: string | null = null;

    const say = (one: Partial<TaskSaid> & Pick<TaskSaid, "who" | "text">) => notes.dispatch({ said: [...notes.get().said,
        { id: ++sayings, options: [], asks: false, more: false, steps: [], failure: null, ...one }] });

    async function post(message: string): Promise<Reply> {
        const { tasks } = notes.get();
        const reply = await api.post<Reply>("/api/local/chat", { message, time_zone: zone,
            ...(tasks ? { shown: shownOn(tasks) } : {}), ...(conversation ? { conversation_id: conversation } : {}) });

        conversation = reply.conversation_id;
        return reply;
    }

    /** A list that the conversation showed becomes the page's. */
    async function follow(list: ReturnType<typeof shownIn>): Promise<void> {
        if (list) {
            notes.dispatch({ query: list.query });
            show(list.tasks, list.total);
        }
        await refresh();
    }

    async function send(words: string): Promise<void> {
        const text = words.trim();

        if (!text || notes.get().busy)
            return;
        say({ who: "me", text });
        notes.dispatch({ busy: true, note: null });
        try {
            await heard(await post(text));
        } catch (error) {
            // A conversation that has run out is begun anew with the next message.
            if (error instanceof Refusal && error.status === 404)
                conversation = null;
            const failure = explain(error);
            say({ who: "assay", text: failure.message, failure });
        }
        notes.dispatch({ busy: false });
    }

    async function heard(reply: Reply): Promise<void> {
        const list = shownIn(reply);

        await follow(list);
        say({ who: "assay", text: list ? abridged(reply.response) : reply.response,
            options: reply.options ?? [], steps: stepsIn(reply.tool_calls),
            more: list !== null && list.tasks.length < Math.min(list.total, MOST_NUMBERED),
            asks: reply.status === "confirmation_required" });
    }

    return { send };
}
