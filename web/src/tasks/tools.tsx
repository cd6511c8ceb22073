// tools.tsx - above the list: what it is narrowed to and its order, and what can be done with several tasks at once.

import { useState } from "preact/hooks";
import { Icon } from "../components/icons";
import { count } from "../format";
import type { ErrorBody } from "../types";
import { tagsOf } from "./form";
import type { Outcome, State, Tasks } from "./model";
import { everything, isNarrow, showSpan } from "./query";
import { type DueFilter, type Order, type Priority, type Status, zone } from "./types";

interface Props {
    state: State;
    model: Tasks;
}

const statuses: [Status | null, string][] = [[null, "All"], ["pending", "Pending"], ["completed", "Completed"]];
const dues: [DueFilter | "", string][] = [["", "Date"], ["overdue", "Overdue"], ["today", "Due today"],
    ["tomorrow", "Due tomorrow"], ["week", "Due within a week"], ["any", "With a date"], ["none", "Without a date"]];
const priorities: [Priority | "", string][] = [["", "Priority"], ["high", "High"], ["medium", "Medium"], ["low", "Low"]];
/** What is looked at by its date comes by its date, here as in the conversation. */
const orderOf = (due: DueFilter | "") => due && due !== "any" && due !== "none" ? "due" : "newest";
const orders: [Order, string][] = [["newest", "Newest"], ["due", "By date"], ["priority", "By priority"]];

interface PickProps<T extends string> {
    label: string;
    value: T;
    choices: [T, string][];
    onPick: (value: T) => void;
}

function Pick<T extends string>({ label, value, choices, onPick }: PickProps<T>) {
    return (
        <select class="button small quiet pick" aria-label={label} value={value}
            onChange={(event) => onPick(event.currentTarget.value as T)}>
            {choices.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
        </select>
    );
}

function Chip({ text, onOff }: { text: string; onOff: () => void }) {
    return (
        <button type="button" class="button small chip" aria-label={`No longer only ${text}`} onClick={onOff}>
            <span>{text}</span><Icon name="close" />
        </button>
    );
}

export function Filters({ state, model }: Props) {
    const { query } = state;

    return (
        <div class="filters">
            <div class="search-box">
                <Icon name="search" />
                <label class="unseen" for="search-tasks">Search tasks</label>
                <input id="search-tasks" type="search" class="input" maxLength={255} value={query.search}
                    placeholder="Search" autocomplete="off" onInput={(event) => model.search(event.currentTarget.value)} />
            </div>
            <div class="choices" role="group" aria-label="Which tasks">
                {statuses.map(([status, name]) => (
                    <button key={name} type="button" class="button small quiet" aria-pressed={query.status === status}
                        onClick={() => model.ask({ status })}>{name}</button>
                ))}
                <Pick label="When due" value={query.due ?? ""} choices={dues}
                    onPick={(due) => model.ask({ due: due || null, from: null, to: null, order: orderOf(due) })} />
                <Pick label="How important" value={query.priority ?? ""} choices={priorities}
                    onPick={(priority) => model.ask({ priority: priority || null })} />
                <Pick label="Order" value={query.order} choices={orders} onPick={(order) => model.ask({ order })} />
                {query.tag && <Chip text={`#${query.tag}`} onOff={() => model.ask({ tag: null })} />}
                {(query.from || query.to) && <Chip text={showSpan(query)} onOff={() => model.ask({ from: null, to: null })} />}
                {isNarrow(query) && (
                    <button type="button" class="button small plain"
                        onClick={() => model.ask({ ...everything, order: query.order })}>Show all</button>
                )}
            </div>
        </div>
    );
}

type Setting = "tag" | "untag" | "due";
const settings: Record<Setting, [label: string, example: string, yes: (words: string) => string]> = {
    tag: ["Tags to add", "home urgent", (words) => `Tag them ${words}`],
    untag: ["Tags to take away", "home urgent", (words) => `Take ${words} away`],
    due: ["Due (“none” takes it away)", "friday 5pm", (words) => `Make them due ${words}`],
};

function changeOf(setting: Setting, words: string): object {
    if (setting === "due")
        return { due: words, time_zone: zone };
    return { [setting === "tag" ? "add_tags" : "remove_tags"]: tagsOf(words) };
}

/** One thing to be set for all that are selected. */
function SetForm({ setting, model, onDone }: { setting: Setting; model: Tasks; onDone: () => void }) {
    const [words, setWords] = useState("");
    const [error, setError] = useState<ErrorBody | null>(null);
    const [label, example, yes] = settings[setting];

    async function set(event: Event) {
        event.preventDefault();
        if (words.trim() === "")
            return;
        const outcome: Outcome = await model.bulk("update", yes(words.trim()), changeOf(setting, words.trim()));
        setError(typeof outcome === "string" ? null : outcome);
        if (typeof outcome === "string")
            onDone();
    }

    return (
        <form class="field set-form" onSubmit={(event) => void set(event)}
            onKeyDown={(event) => event.key === "Escape" && onDone()}>
            <label for="set-all">{label}</label>
            <div class="add-line">
                <input id="set-all" class="input" maxLength={100} value={words} placeholder={example} autocomplete="off"
                    ref={(input) => { if (input && words === "") input.focus(); }} aria-invalid={error !== null}
                    aria-describedby={error ? "set-all-bad" : undefined}
                    onInput={(event) => setWords(event.currentTarget.value)} />
                <button type="submit" class="button" aria-disabled={words.trim() === ""}>Set</button>
            </div>
            {error && <p id="set-all-bad" class="bad" role="alert">{error.message} {error.suggested_action}</p>}
        </form>
    );
}

export function Selection({ state, model }: Props) {
    const [setting, set] = useState<Setting | null>(null);
    const { selected, tasks } = state;
    const isNone = selected?.size === 0;

    if (selected === null)
        return null;
    const act = (action: string, yes: string) => {
        set(null);
        void model.bulk(action, yes);
    };
    const ask = (what: Setting) => set(setting === what ? null : what);
    const tools: [name: string, run: () => void, setting?: Setting][] = [
        ["Complete", () => act("complete", "Complete them")], ["Reopen", () => act("reopen", "Reopen them")],
        ["Tag", () => ask("tag"), "tag"], ["Untag", () => ask("untag"), "untag"], ["Set due", () => ask("due"), "due"],
        ["Delete", () => act("delete", "Delete them")],
    ];
    return (
        <div class="card selection" role="group" aria-label="What to do with the selected tasks">
            <p class="row">
                <strong role="status">{count(selected.size, "task")} selected</strong>
                <button type="button" class="button small quiet" onClick={model.selectAll}>
                    Select all {tasks?.length ?? 0} shown</button>
                <button type="button" class="button small plain" onClick={() => model.selecting(false)}>Done</button>
            </p>
            <p class="row">{tools.map(([name, run, what]) => (
                <button key={name} type="button" class={name === "Delete" ? "button small danger" : "button small"}
                    aria-disabled={isNone} aria-expanded={what && setting === what}
                    onClick={() => !isNone && run()}>{name}</button>
            ))}</p>
            {setting && <SetForm key={setting} setting={setting} model={model} onDone={() => set(null)} />}
        </div>
    );
}
