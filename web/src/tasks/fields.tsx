// fields.tsx (tasks) - the fields of a task, when one is made and when one is changed. Times are typed in words; what
// cannot be read is said below the field it is about.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import type { ErrorBody } from "../types";
import { type Draft, type Field, fieldOf } from "./form";

export const TITLE_CHARS = 255;
const DESCRIPTION_CHARS = 1000;
const WORDS_CHARS = 100;
const TAGS_CHARS = 900;

/** Offered while nothing is typed; whatever else is understood is, too. */
const offers = {
    due: ["today", "tomorrow 9am", "friday 5pm", "next monday", "in 2 weeks"],
    remind: ["30 minutes before", "1 hour before", "the day before at 9"],
    repeat: ["every day", "every weekday", "every 2 weeks", "every month"],
};

interface FieldProps {
    name: Field;
    /** Before the names of the fields, which stand on the page once each. */
    prefix: string;
    label: string;
    error: ErrorBody | null;
    children: (given: { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean }) => ComponentChildren;
}

function Labelled({ name, prefix, label, error, children }: FieldProps) {
    const id = `${prefix}-${name}`;
    const isBad = error !== null && fieldOf(error) === name;

    return (
        <div class={`field field-${name}`}>
            <label for={id}>{label}</label>
            {children({ id, "aria-describedby": isBad ? `${id}-bad` : undefined, "aria-invalid": isBad })}
            {isBad && <p id={`${id}-bad`} class="bad" role="alert">{error.message} {error.suggested_action}</p>}
        </div>
    );
}

interface Props {
    prefix: string;
    draft: Draft;
    error: ErrorBody | null;
    onDraft: (draft: Draft) => void;
}

type TimeProps = Props & { name: keyof typeof offers; label: string; example: string };

function TimeField({ name, label, example, prefix, draft, error, onDraft }: TimeProps) {
    const list = useId();

    return (
        <Labelled name={name} prefix={prefix} label={label} error={error}>{(given) => (
            <>
                <input {...given} class="input" maxLength={WORDS_CHARS} value={draft[name]} placeholder={example}
                    list={list} autocomplete="off"
                    onInput={(event) => onDraft({ ...draft, [name]: event.currentTarget.value })} />
                <datalist id={list}>{offers[name].map((words) => <option key={words} value={words} />)}</datalist>
            </>
        )}</Labelled>
    );
}

/** All but the title. */
export function TaskFields(props: Props) {
    const { prefix, draft, error, onDraft } = props;

    return (
        <div class="task-fields">
            <TimeField {...props} name="due" label="Due" example="friday 5pm" />
            <TimeField {...props} name="remind" label="Reminder" example="1 hour before" />
            <TimeField {...props} name="repeat" label="Repeats" example="every monday" />
            <Labelled name="priority" prefix={prefix} label="Priority" error={error}>{(given) => (
                <select {...given} class="input" value={draft.priority}
                    onChange={(event) => onDraft({ ...draft, priority: event.currentTarget.value as Draft["priority"] })}>
                    <option value="">None</option>
                    <option value="high">High</option>
                    <option value="medium">Medium</option>
                    <option value="low">Low</option>
                </select>
            )}</Labelled>
            <Labelled name="tags" prefix={prefix} label="Tags" error={error}>{(given) => (
                <input {...given} class="input" maxLength={TAGS_CHARS} value={draft.tags} placeholder="home urgent"
                    autocomplete="off" onInput={(event) => onDraft({ ...draft, tags: event.currentTarget.value })} />
            )}</Labelled>
            <Labelled name="description" prefix={prefix} label="Description" error={error}>{(given) => (
                <textarea {...given} class="input" rows={2} maxLength={DESCRIPTION_CHARS} value={draft.description}
                    onInput={(event) => onDraft({ ...draft, description: event.currentTarget.value })} />
            )}</Labelled>
        </div>
    );
}
