// view.tsx (tasks) - the list beside the conversation about it.

import { useEffect, useRef, useState } from "preact/hooks";
import { Failure } from "../components/failure";
import { Icon, type IconName } from "../components/icons";
import { isInDialog, isTyping } from "../components/keys";
import { Messages } from "../components/messages";
import { Empty, SayBox, Waiting, useFresh, useReturn } from "../components/place";
import { count, groupThousands } from "../format";
import { useStore } from "../store";
import { AddTask } from "./add";
import { Exchange, History } from "./drawers";
import type { State, Tasks } from "./model";
import { isNarrow } from "./query";
import type { Reminders } from "./reminders";
import { Ask, TaskRow } from "./row";
import type { TaskSaid } from "./talk";
import { Filters, Selection } from "./tools";
import type { Task } from "./types";
import { sectionOf } from "./when";

const MESSAGE_CHARS = 10_000;

interface Props {
    state: State;
    model: Tasks;
}

/** The list in parts, each under its heading, in the order in which they come. */
function partsOf(state: State): { name: string; first: number; tasks: Task[] }[] {
    const parts: { name: string; first: number; tasks: Task[] }[] = [];
    const now = new Date();

    for (const [i, task] of (state.tasks ?? []).entries()) {
        const name = sectionOf(task, state.ordered, now);
        const last = parts.at(-1);
        if (last?.name === name)
            last.tasks.push(task);
        else
            parts.push({ name, first: i, tasks: [task] });
    }
    return parts;
}

function More({ state, model }: Props) {
    const shown = state.tasks?.length ?? 0;

    if (shown >= state.total)
        return null;
    return (
        <p class="list-more">
            <span class="faint">{groupThousands(String(shown))} of {groupThousands(String(state.total))} are shown.</span>
            {shown < 1000
                ? <button type="button" class="button small" aria-disabled={state.reading}
                    onClick={() => !state.reading && void model.more()}>Show more</button>
                : <span class="faint">Search, or narrow the list, to find the others.</span>}
        </p>
    );
}

/** When the row that had the focus is gone, the one in its place gets it. */
function useKeptFocus(tasks: Task[] | null): (event: FocusEvent) => void {
    const last = useRef<{ target: HTMLElement; place: number } | null>(null);

    useEffect(() => {
        const rows = document.querySelectorAll(".task");
        const { target, place } = last.current ?? { target: null, place: 0 };
        const row = rows[Math.min(place, rows.length - 1)];
        if (target && !target.isConnected && document.activeElement === document.body)
            (row?.querySelector<HTMLElement>("button, input") ?? document.getElementById("new-task"))?.focus();
    }, [tasks]);
    return ({ target }) => {
        if (target instanceof HTMLElement)
            last.current = { target, place: [...document.querySelectorAll(".task")].findIndex((row) => row.contains(target)) };
    };
}

function Rows({ state, model }: Props) {
    const last = useRef<number | null>(null);
    const focused = useKeptFocus(state.tasks);

    function select(task: Task, isRange: boolean) {
        model.select(task, isRange ? last.current : null);
        last.current = task.id;
    }

    return (
        <div aria-busy={state.reading} onFocusIn={focused}>
            {partsOf(state).map(({ name, first, tasks }) => (
                <section key={`${name} ${first}`} aria-label={name || "List"}>
                    {name && <h3 class="part-name">{name}</h3>}
                    <ol class="task-list" start={first + 1}>{tasks.map((task, i) => (
                        <TaskRow key={task.id} task={task} place={first + i + 1} model={model} asked={state.asked}
                            isEdited={state.editing === task.id} isSelected={state.selected?.has(task.id) ?? null}
                            onSelect={select} />
                    ))}</ol>
                </section>
            ))}
            <More state={state} model={model} />
        </div>
    );
}

function List({ state, model }: Props) {
    const { tasks, query } = state;

    if (tasks === null)
        return state.error ? null : <Waiting />;
    if (tasks.length > 0)
        return <Rows state={state} model={model} />;
    if (isNarrow(query))
        return <Empty icon="search" title={query.status && !query.search ? `No ${query.status} tasks here` : "No such tasks"}>
            Nothing is like this. “Show all” brings the others back.</Empty>;
    return (
        <Empty icon="list" title="No tasks yet">
            Add one above, or say it in your own words: “remind me to call John on Friday”.
        </Empty>
    );
}

function Choices({ one, last, model }: { one: TaskSaid; last: boolean; model: Tasks }) {
    const answers = one.asks ? ["yes", "no"] : [...one.options.map((option) => option.label), ...(one.more ? ["more"] : [])];
    const { steps } = one;

    if (answers.length === 0 && steps.length === 0)
        return null;
    return (
        <ul class="options" aria-label="Choices">
            {answers.map((answer) => (
                <li key={answer}>
                    <button type="button" class={answer === "yes" ? "button small danger" : "button small"}
                        disabled={!last} onClick={() => void model.send(answer)}>{answer}</button>
                </li>
            ))}
            {steps.length > 0 && last && <li>
                <button type="button" class="button small quiet" onClick={() => void model.undoAll(steps)}>
                    <Icon name="undo" /><span>Undo</span></button>
            </li>}
        </ul>
    );
}

const hints = ["remind me to buy groceries tomorrow 5pm", "complete the second one", "what is due this week?"];

function Talk({ state, model }: Props) {
    return (
        <section class="talk" aria-label="Conversation about tasks">
            {state.said.length === 0 && (
                <div class="faint hints">
                    <p>Say what you want done. Numbers mean the list beside this.</p>
                    <ul>{hints.map((text) => (
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

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y), where typing is not meant. */
function useUndoKeys(model: Tasks): void {
    useEffect(() => {
        function press(event: KeyboardEvent) {
            const key = event.key.toLowerCase();
            if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target) || isInDialog() ||
                (key !== "z" && key !== "y"))
                return;
            event.preventDefault();
            void (key === "y" || event.shiftKey ? model.redo() : model.undo());
        }
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, [model]);
}

function Tool({ icon, name, pressed, onClick }: { icon: IconName; name: string; pressed?: boolean; onClick: () => void }) {
    return (
        <button type="button" class="button plain" aria-label={name} title={name} aria-pressed={pressed} onClick={onClick}>
            <Icon name={icon} />
        </button>
    );
}

function Head({ state, model, reminders }: Props & { reminders: Reminders }) {
    const { system } = useStore(reminders.notes);
    const [drawer, open] = useState<"history" | "exchange" | null>(null);
    const close = () => open(null);

    return (
        <>
            <header class="place-head">
                <h2>Tasks</h2>
                {state.tasks && <p class="faint">{count(state.total, "task")}</p>}
                <div class="head-tools" role="group" aria-label="Tools">
                    <Tool icon="undo" name="Undo" onClick={() => void model.undo()} />
                    <Tool icon="redo" name="Redo" onClick={() => void model.redo()} />
                    <Tool icon="clock" name="Changes" onClick={() => open("history")} />
                    <Tool icon="select" name="Select several" pressed={state.selected !== null}
                        onClick={() => model.selecting(state.selected === null)} />
                    {system !== null && <Tool icon="bell" name="System notifications" pressed={system}
                        onClick={() => void reminders.toggle()} />}
                    <Tool icon="down" name="Import and export" onClick={() => open("exchange")} />
                </div>
            </header>
            {drawer === "history" && <History model={model} onClose={close} />}
            {drawer === "exchange" && <Exchange model={model} onClose={close} />}
        </>
    );
}

interface PlaceProps {
    model: Tasks;
    reminders: Reminders;
    online: boolean;
}

export function TasksPlace({ model, reminders, online }: PlaceProps) {
    const state = useStore(model.notes);

    useFresh(model.refresh, online);
    useReturn(model.refresh);
    useUndoKeys(model);
    return (
        <main class="place" id="main" tabIndex={-1}>
            <Head state={state} model={model} reminders={reminders} />
            <div class="two">
                <section aria-label="Tasks">
                    <AddTask model={model} />
                    <Filters state={state} model={model} />
                    {state.error && (
                        <Failure error={state.error}>
                            <button type="button" class="button small" onClick={() => void model.refresh()}>Read them again</button>
                        </Failure>
                    )}
                    <Selection state={state} model={model} />
                    {state.asked && state.asked.at === null && <Ask asked={state.asked} model={model} />}
                    <List state={state} model={model} />
                </section>
                <Talk state={state} model={model} />
            </div>
        </main>
    );
}
