// reminders.ts - what rings. While the page is looked at it asks every half minute, when the next one is to ring, and at
// once when somebody comes back to it. A reminder rings until it is dismissed, put off or its task is done, here or
// anywhere else; a page that is open twice shows it twice and both fall silent together.
//
// The system's own notifications are the reader's to turn on. The browser remembers its permission; the page nothing.

import type { Api } from "../api";
import { type Notes, createNotes } from "../store";
import type { Outcome, Tasks } from "./model";
import { type Task, zone } from "./types";
import { showDue } from "./when";

const EVERY_MS = 30_000;
const SOON_MS = 1000;

/** What tasks.due says, as far as it is looked at here. */
interface Due {
    reminders: Task[];
    next_remind_at: string | null;
    as_of: string;
}

export interface Ringing {
    ringing: Task[];
    /** For who cannot see it. */
    announced: string;
    /** Whether the system is told, too; null: this browser cannot. */
    system: boolean | null;
}

/** The permission was given by the button; without one it is off. */
function systemAtFirst(): boolean | null {
    return "Notification" in window && isSecureContext ? Notification.permission === "granted" : null;
}

const ringOf = (task: Task) => `${task.id} ${task.remind_at}`;

/** How long until it is to be asked again: until the next one rings, but not long. By the server's clock, so that a
 * wrong one here loses nothing. */
export function restOf({ next_remind_at: next, as_of: now }: Pick<Due, "next_remind_at" | "as_of">): number {
    const rest = next ? Date.parse(next) - Date.parse(now) + SOON_MS : EVERY_MS;

    return Math.min(Math.max(rest, SOON_MS), EVERY_MS);
}

export type Reminders = ReturnType<typeof createReminders>;

export function createReminders(api: Api, tasks: Tasks) {
    const notes: Notes<Ringing> = createNotes<Ringing>({ ringing: [], announced: "", system: systemAtFirst() });
    let heard = new Set<string>();
    let isWatched = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    /** Says each once: to the page's readers, and to the system where that is wanted. */
    function announce(ringing: Task[]): void {
        const fresh = ringing.filter((task) => !heard.has(ringOf(task)));

        heard = new Set(ringing.map(ringOf));
        if (fresh.length === 0)
            return;
        notes.dispatch({ announced: `Reminder: ${fresh.map((task) => task.title).join("; ")}` });
        for (const task of notes.get().system ? fresh : []) {
            const due = showDue(task);
            const shown = new Notification(task.title, { tag: `assay ${ringOf(task)}`, ...(due ? { body: `Due ${due}` } : {}) });
            shown.onclick = () => window.focus();
        }
    }

    /** Looks, and comes back. A server that cannot be asked is told about elsewhere. */
    async function look(): Promise<void> {
        let rest = EVERY_MS;

        clearTimeout(timer);
        if (document.visibilityState === "visible")
            try {
                const due = await api.op<Due>("tasks.due", { days: 1, time_zone: zone });
                rest = restOf(due);
                notes.dispatch({ ringing: due.reminders });
                announce(due.reminders);
            } catch {
                rest = EVERY_MS;
            }
        clearTimeout(timer);
        if (isWatched)
            timer = setTimeout(() => void look(), rest);
    }

    /** Looks now and then, until the function that comes back is called. */
    function watch(): () => void {
        const see = () => void look();

        isWatched = true;
        see();
        document.addEventListener("visibilitychange", see);
        return () => {
            isWatched = false;
            clearTimeout(timer);
            document.removeEventListener("visibilitychange", see);
        };
    }

    async function settle(done: Promise<Outcome>): Promise<void> {
        await done;
        await look();
    }

    /** The browser asks its reader, the first time. */
    async function toggle(): Promise<void> {
        const { system } = notes.get();

        if (system === null)
            return;
        const allowed = !system && (await Notification.requestPermission()) === "granted";
        notes.dispatch({ system: allowed });
        if (!system)
            tasks.tell(allowed ? "The system will show reminders while this page is open."
                : "The browser does not let this page show notifications. Its settings for this address can.");
    }

    return {
        notes, watch, look, toggle,
        done: (task: Task) => settle(tasks.complete(task)),
        dismiss: (task: Task) => settle(tasks.change("tasks.dismiss", { task_id: task.id })),
        snooze: (task: Task, until: string) =>
            settle(tasks.change("tasks.dismiss", { task_id: task.id, until, time_zone: zone })),
    };
}
