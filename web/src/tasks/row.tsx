// row.tsx - one task of the list: read, changed in its place, or asked about before it is deleted.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Failure } from "../components/failure";
import { Icon, type IconName } from "../components/icons";
import { showAgo } from "../format";
import type { ErrorBody } from "../types";
import { TITLE_CHARS, TaskFields } from "./fields";
import { changesOf, draftOf, fieldOf } from "./form";
import type { Asked, Tasks } from "./model";
import type { Task } from "./types";
import { isOverdue, showDue, showRemind, showRepeat } from "./when";

interface RowProps {
    task: Task;
    place: number;
    model: Tasks;
    asked: Asked | null;
    isEdited: boolean;
    /** null: nothing is being selected. */
    isSelected: boolean | null;
    onSelect: (task: Task, isRange: boolean) => void;
}

/** The focus goes to `selector` in this task's row, once it is there again. */
const backTo = (id: number, selector: string) => setTimeout(() =>
    document.querySelector<HTMLElement>(`#task-${id} ${selector}`)?.focus());

function EditRow({ task, model }: Pick<RowProps, "task" | "model">) {
    const [before] = useState({ ...draftOf(task), version: task.version });
    const [draft, setDraft] = useState(draftOf(task));
    const [error, setError] = useState<ErrorBody | null>(null);
    const first = useRef<HTMLInputElement>(null);

    useLayoutEffect(() => first.current?.focus(), []);

    function leave() {
        model.edit(null);
        backTo(task.id, ".task-edit");
    }

    async function save(event: Event) {
        event.preventDefault();
        const changes = changesOf(draft, before);
        if (draft.title.trim() === "")
            return;
        if (Object.keys(changes).length === 0)
            return leave();
        const outcome = await model.update({ ...task, version: before.version }, changes);
        setError(typeof outcome === "string" ? null : outcome);
        if (outcome === "done")
            leave();
    }

    return (
        <form class="task-form" aria-label={`Change ${task.title}`} onSubmit={(event) => void save(event)}
            onKeyDown={(event) => event.key === "Escape" && leave()}>
            <label for="task-title">Title</label>
            <input ref={first} id="task-title" class="input" maxLength={TITLE_CHARS} value={draft.title} required
                onInput={(event) => setDraft({ ...draft, title: event.currentTarget.value })} />
            <TaskFields prefix="task" draft={draft} error={error} onDraft={setDraft} />
            {error && (fieldOf(error) ?? "title") === "title" && <Failure error={error} />}
            <p class="row">
                <button type="submit" class="button strong small" aria-disabled={draft.title.trim() === ""}>Save</button>
                <button type="button" class="button small" onClick={leave}>Leave it</button>
            </p>
        </form>
    );
}

/** What the server wants a yes to, in its words. */
export function Ask({ asked, model }: { asked: Asked; model: Tasks }) {
    const keep = useRef<HTMLButtonElement>(null);

    useLayoutEffect(() => keep.current?.focus(), [asked]);

    function no() {
        model.keep();
        if (asked.at !== null)
            backTo(asked.at, ".task-trash");
    }

    return (
        <div class="confirm" role="group" aria-label="Confirm" onKeyDown={(event) => event.key === "Escape" && no()}>
            <p class="confirm-what" tabIndex={0}>{asked.confirmation.summary}</p>
            <p class="row">
                <button type="button" class="button small danger"
                    onClick={() => void model.confirmed(asked)}>{asked.yes}</button>
                <button ref={keep} type="button" class="button small"
                    onClick={no}>{asked.yes.startsWith("Delete") ? "Keep" : "Leave it"}</button>
            </p>
        </div>
    );
}

function Due({ task }: { task: Task }) {
    const due = showDue(task);
    const isLate = isOverdue(task);

    return due && (
        <li class={isLate ? "fact late" : "fact"}>
            <Icon name={isLate ? "alert" : "clock"} />{isLate ? `Overdue: ${due}` : `Due ${due}`}
        </li>
    );
}

function Facts({ task, model }: { task: Task; model: Tasks }) {
    const isDone = task.status === "completed";
    const rings = !isDone && !task.reminded_at ? showRemind(task) : null;

    return (
        <ul class="facts">
            {isDone ? <li class="fact">Completed {showAgo(task.completed_at ?? "")}</li> : <Due task={task} />}
            {task.priority && <li class={`fact ${task.priority}`}>{task.priority} priority</li>}
            {task.repeat && <li class="fact"><Icon name="retry" />{showRepeat(task.repeat)}</li>}
            {rings && <li class="fact"><Icon name="bell" />Reminder {rings}</li>}
            {task.tags.map((tag) => (
                <li key={tag}>
                    <button type="button" class="button small quiet tag" aria-label={`Only tasks tagged ${tag}`}
                        onClick={() => model.ask({ tag })}>#{tag}</button>
                </li>
            ))}
            {!isDone && !task.due && <li class="fact">Added {showAgo(task.created_at)}</li>}
        </ul>
    );
}

function RowTools({ task, model }: { task: Task; model: Tasks }) {
    const tools: [name: string, icon: IconName, run: () => void][] = [
        task.status === "completed" ? ["Reopen", "undo", () => void model.reopen(task)]
            : ["Complete", "check", () => void model.complete(task)],
        ["Change", "edit", () => model.edit(task.id)],
        ["Delete", "trash", () => void model.remove(task)],
    ];

    return (
        <span class="task-tools">{tools.map(([name, icon, run]) => (
            <button key={icon} type="button" class={`button plain small task-${icon}`} aria-label={`${name} ${task.title}`}
                title={name} onClick={run}><Icon name={icon} /></button>
        ))}</span>
    );
}

export function TaskRow({ task, place, model, asked, isEdited, isSelected, onSelect }: RowProps) {
    const isDone = task.status === "completed";

    if (isEdited)
        return <li class="task" id={`task-${task.id}`}><EditRow task={task} model={model} /></li>;
    return (
        <li class={isDone ? "task done" : "task"} id={`task-${task.id}`}>
            <span class="task-place">
                {isSelected !== null && (
                    <input type="checkbox" checked={isSelected} aria-label={`Select ${task.title}`}
                        onClick={(event) => onSelect(task, event.shiftKey)} />
                )}
                <span class="task-number"><span class="unseen">Number </span>{place}</span>
            </span>
            <div class="task-text">
                <p class="task-title">{task.title}</p>
                {task.description && <p class="task-more">{task.description}</p>}
                <Facts task={task} model={model} />
            </div>
            {isSelected === null && <RowTools task={task} model={model} />}
            {asked?.at === task.id && <Ask asked={asked} model={model} />}
        </li>
    );
}
