// note.tsx - over every place: what was just done, with the way to undo it, and the reminders that ring.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../components/icons";
import { addressOf } from "../places";
import { useStore } from "../store";
import type { Tasks } from "./model";
import type { Reminders } from "./reminders";
import { isOverdue, showDue } from "./when";

const NOTE_MS = 12_000;
const later: [until: string, name: string][] = [
    ["in 10 minutes", "10 min"], ["in 1 hour", "1 hour"], ["tomorrow 9am", "Tomorrow"],
];

/** Goes by itself, but not while somebody is at it; Undo in the place does the same. */
export function Note({ model }: { model: Tasks }) {
    const { note } = useStore(model.notes);
    const [isHeld, hold] = useState(false);

    useEffect(() => {
        if (!note || isHeld)
            return;
        const timer = setTimeout(model.quiet, NOTE_MS);
        return () => clearTimeout(timer);
    }, [note?.n, isHeld]);

    return (
        <aside class={note ? "card note there" : "note"} aria-label="Last change"
            onMouseEnter={() => hold(true)} onMouseLeave={() => hold(false)}
            onFocusIn={() => hold(true)} onFocusOut={() => hold(false)}>
            <p role="status">{note?.text}</p>
            {note?.step && (
                <button type="button" class="button small quiet"
                    onClick={() => void model[note.back](note.step ?? undefined)}>
                    <Icon name={note.back} /><span>{note.back === "undo" ? "Undo" : "Redo"}</span>
                </button>
            )}
            {note && (
                <button type="button" class="button plain small" aria-label="Close" onClick={model.quiet}>
                    <Icon name="close" />
                </button>
            )}
        </aside>
    );
}

/** One after the other, so that the bar stays a bar. */
export function Ringing({ model }: { model: Reminders }) {
    const { ringing, announced } = useStore(model.notes);
    const [task] = ringing;
    const due = task && showDue(task);

    return (
        <>
            <p class="unseen" role="status">{announced}</p>
            {task && (
                <section class="ringing" aria-label="Reminders">
                    <Icon name="bell" />
                    <p>
                        <a class="clip" href={addressOf("tasks")}>{task.title}</a>
                        <span class="faint">
                            {due && `${isOverdue(task) ? "Overdue:" : "Due"} ${due}`}
                            {ringing.length > 1 && ` · ${ringing.length - 1} more`}
                        </span>
                    </p>
                    <span class="ringing-tools">
                        <button type="button" class="button small" onClick={() => void model.done(task)}>
                            <Icon name="check" /><span>Done</span>
                        </button>
                        <span class="row" role="group" aria-label="Remind me again">
                            <span class="faint wide-only">Snooze</span>
                            {later.map(([until, name]) => (
                                <button key={until} type="button" class="button small quiet"
                                    onClick={() => void model.snooze(task, until)}>{name}</button>
                            ))}
                        </span>
                        <button type="button" class="button small plain"
                            onClick={() => void model.dismiss(task)}>Dismiss</button>
                    </span>
                </section>
            )}
        </>
    );
}
