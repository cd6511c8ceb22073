// view.tsx (tasks) - the list beside the conversation about it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Failure } from "../components/failure";
import { Icon } from "../components/icons";
import { Messages } from "../components/messages";
import { Empty, SayBox, Waiting, useFresh } from "../components/place";
import { count, showAgo } from "../format";
import { useStore } from "../store";
import type { Filter, State, Task, TaskSaid, Tasks } from "./model";

const TITLE_CHARS = 255;
const DESCRIPTION_CHARS = 1000;
const MESSAGE_CHARS = 10_000;
const filters: [Filter, string][] = [["all", "All"], ["pending", "Pending"], ["completed", "Completed"]];

function AddTask({ model }: { model: Tasks }) {
    const [title, setTitle] = useState("");

    async function add(event: Event) {
        event.preventDefault();
        if (title.trim() && (await model.add(title.trim())))
            setTitle("");
    }

    return (
        <form class="add-task" onSubmit={(event) => void add(event)}>
            <label class="unseen" for="new-task">New task</label>
            <input id="new-task" class="input" maxLength={TITLE_CHARS} value={title} placeholder="New task"
                onInput={(event) => setTitle(event.currentTarget.value)} />
            <button type="submit" class="button" aria-disabled={title.trim() === ""}>Add</button>
        </form>
    );
}

interface RowProps {
    task: Task;
    place: number;
    model: Tasks;
    confirm: State["confirm"];
}

function EditRow({ task, model, onDone }: Pick<RowProps, "task" | "model"> & { onDone: () => void }) {
    const [title, setTitle] = useState(task.title);
    const [description, setDescription] = useState(task.description ?? "");
    const first = useRef<HTMLInputElement>(null);

    useLayoutEffect(() => first.current?.focus(), []);

    async function save(event: Event) {
        event.preventDefault();
        if (title.trim() && (await model.update(task, title.trim(), description.trim())))
            onDone();
    }

    return (
        <form class="task-form" onSubmit={(event) => void save(event)}
            onKeyDown={(event) => event.key === "Escape" && onDone()}>
            <label for="task-title">Title</label>
            <input ref={first} id="task-title" class="input" maxLength={TITLE_CHARS} value={title} required
                onInput={(event) => setTitle(event.currentTarget.value)} />
            <label for="task-description">Description</label>
            <textarea id="task-description" class="input" rows={3} maxLength={DESCRIPTION_CHARS} value={description}
                onInput={(event) => setDescription(event.currentTarget.value)} />
            <p class="row">
                <button type="submit" class="button strong small" aria-disabled={title.trim() === ""}>Save</button>
                <button type="button" class="button small" onClick={onDone}>Leave it</button>
            </p>
        </form>
    );
}

function DeleteRow({ confirm, model }: { confirm: NonNullable<State["confirm"]>; model: Tasks }) {
    const keep = useRef<HTMLButtonElement>(null);

    useLayoutEffect(() => keep.current?.focus(), []);
    return (
        <div class="confirm" role="group" aria-label="Confirm">
            <p>{confirm.confirmation.summary}</p>
            <p class="row">
                <button type="button" class="button small danger" onClick={() => void model.confirmed(confirm)}>Delete</button>
                <button ref={keep} type="button" class="button small" onClick={model.keep}>Keep</button>
            </p>
        </div>
    );
}

function TaskRow({ task, place, model, confirm }: RowProps) {
    const [edits, edit] = useState(false);
    const isDone = task.status === "completed";

    if (edits)
        return <li class="task"><EditRow task={task} model={model} onDone={() => edit(false)} /></li>;
    return (
        <li class={isDone ? "task done" : "task"}>
            <span class="task-number" aria-label={`Number ${place}`}>{place}</span>
            <div class="task-text">
                <p class="task-title">{task.title}</p>
                {task.description && <p class="faint">{task.description}</p>}
                <p class="faint">{isDone ? `Completed ${showAgo(task.completed_at ?? "")}` : `Added ${showAgo(task.created_at)}`}</p>
            </div>
            <span class="task-tools">
                {!isDone && (
                    <button type="button" class="button plain small" aria-label={`Complete ${task.title}`}
                        title="Complete" onClick={() => void model.complete(task)}><Icon name="check" /></button>
                )}
                <button type="button" class="button plain small" aria-label={`Change ${task.title}`} title="Change"
                    onClick={() => edit(true)}><Icon name="edit" /></button>
                <button type="button" class="button plain small" aria-label={`Delete ${task.title}`} title="Delete"
                    onClick={() => void model.remove(task)}><Icon name="trash" /></button>
            </span>
            {confirm?.task.id === task.id && <DeleteRow confirm={confirm} model={model} />}
        </li>
    );
}

function List({ state, model }: { state: State; model: Tasks }) {
    const { tasks, confirm } = state;

    if (tasks === null)
        return state.error ? null : <Waiting />;
    if (tasks.length === 0)
        return (
            <Empty icon="list" title={state.filter === "all" ? "No tasks yet" : `No ${state.filter} tasks`}>
                Add one above, or say it in your own words: “remind me to call John on Friday”.
            </Empty>
        );
    return (
        <ol class="task-list">{tasks.map((task, i) => (
            <TaskRow key={task.id} task={task} place={i + 1} model={model} confirm={confirm} />
        ))}</ol>
    );
}

function Filters({ state, model }: { state: State; model: Tasks }) {
    return (
        <div class="choices" role="group" aria-label="Which tasks">{filters.map(([filter, name]) => (
            <button key={filter} type="button" class="button small quiet" aria-pressed={state.filter === filter}
                onClick={() => model.filter(filter)}>{name}</button>
        ))}</div>
    );
}

function Done({ state, model }: { state: State; model: Tasks }) {
    const { before, done } = state;

    return (
        <p class="done-note" role="status">
            {done}
            {before && (
                <button type="button" class="button small quiet" onClick={() => void model.undo(before)}>
                    <Icon name="undo" /><span>Undo</span>
                </button>
            )}
        </p>
    );
}

function Choices({ one, last, model }: { one: TaskSaid; last: boolean; model: Tasks }) {
    const answers = one.asks ? ["yes", "no"] : one.options.map((option) => option.label);

    if (answers.length === 0)
        return null;
    return (
        <ul class="options" aria-label="Choices">{answers.map((answer) => (
            <li key={answer}>
                <button type="button" class={answer === "yes" ? "button small danger" : "button small"}
                    disabled={!last} onClick={() => void model.send(answer)}>{answer}</button>
            </li>
        ))}</ul>
    );
}

function Talk({ state, model }: { state: State; model: Tasks }) {
    return (
        <section class="talk" aria-label="Conversation about tasks">
            {state.said.length === 0 && (
                <div class="faint hints">
                    <p>Say what you want done. Numbers mean the list beside this.</p>
                    <ul>{["remind me to buy groceries", "complete the second one", "what is still pending?"].map((text) => (
                        <li key={text}>
                            <button type="button" class="button small quiet" onClick={() => void model.send(text)}>{text}</button>
                        </li>
                    ))}</ul>
                </div>
            )}
            <Messages said={state.said} busy={state.busy}
                below={(one, last) => <Choices one={one} last={last} model={model} />} />
            <SayBox label="About your tasks" placeholder="Say it in your own words" most={MESSAGE_CHARS} busy={state.busy}
                onSay={(words) => void model.send(words)} />
        </section>
    );
}

export function TasksPlace({ model, online }: { model: Tasks; online: boolean }) {
    const state = useStore(model.notes);

    useFresh(model.refresh, online);
    return (
        <main class="place" id="main" tabIndex={-1}>
            <header class="place-head">
                <h2>Tasks</h2>
                {state.tasks && <p class="faint">{count(state.tasks.length, "task")}</p>}
            </header>
            <div class="two">
                <section aria-label="Tasks">
                    <AddTask model={model} />
                    <Filters state={state} model={model} />
                    {state.error && (
                        <Failure error={state.error}>
                            <button type="button" class="button small" onClick={() => void model.refresh()}>Read them again</button>
                        </Failure>
                    )}
                    <Done state={state} model={model} />
                    <List state={state} model={model} />
                </section>
                <Talk state={state} model={model} />
            </div>
        </main>
    );
}
