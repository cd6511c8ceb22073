// fields.tsx (investigate) - the form in its three parts. What is wrong with a field is said beside it, once the field
// was left or the form was sent.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../components/icons";
import { PickFiles } from "../components/place";
import { count, showBytes } from "../format";
import { type Form, LIMITS, type Problems, type SessionFile, metricsOf, problemsOf } from "./form";
import type { Investigate, State } from "./model";

interface FieldProps {
    id: string;
    label: string;
    problem: string | undefined;
    /** Tells what is wrong even before the field was left. */
    tells: boolean;
    hint?: string;
    children: (props: { id: string; "aria-invalid": boolean; "aria-describedby": string; onBlur: () => void }) => ComponentChildren;
}

function Field({ id, label, problem, tells, hint, children }: FieldProps) {
    const [left, leave] = useState(false);
    const shown = tells || left ? problem : undefined;

    return (
        <div class="field">
            <label for={id}>{label}</label>
            {children({ id, "aria-invalid": shown !== undefined, "aria-describedby": `${id}-note`, onBlur: () => leave(true) })}
            <p id={`${id}-note`} class={shown ? "bad" : "faint"}>{shown ?? hint ?? ""}</p>
        </div>
    );
}

interface Props {
    state: State;
    model: Investigate;
    problems: Problems;
}

function FileField({ file, state, model, problems }: Props & { file: SessionFile }) {
    const columns = state.headings[file.original_name] ?? [];

    return (
        <li class="session-file card">
            <p class="row">
                <Icon name="file" /><strong>{file.original_name}</strong>
                <span class="faint">{count(file.row_count, "row")}, {showBytes(file.size_bytes)}</span>
                <button type="button" class="button plain small end" aria-label={`Remove ${file.original_name}`}
                    onClick={() => void model.removeFile(file.file_id)}><Icon name="trash" /></button>
            </p>
            {columns.length > 0 && <p class="faint">Columns: {columns.map(({ name }) => name).join(", ")}</p>}
            <Field id={`file-${file.file_id}`} label={`What is in ${file.original_name}`} tells={state.tried}
                problem={problems[file.file_id]}>{(props) => (
                    <textarea {...props} class="input" rows={2} maxLength={LIMITS.description}
                        value={state.form.descriptions[file.file_id] ?? ""}
                        placeholder="One row for each order, with its date, region and amount"
                        onInput={(event) => model.describe(file.file_id, event.currentTarget.value)} />
                )}</Field>
        </li>
    );
}

function Files(props: Props) {
    const { state, model, problems } = props;

    return (
        <fieldset>
            <legend>1. The data</legend>
            <p class="faint">1 to 10 CSV files with a header, up to 50 MB each. They stay on this machine, in this
                investigation only, and are deleted with it after 24 hours.</p>
            <ul class="session-files">
                {state.files.map((file) => <FileField key={file.file_id} file={file} {...props} />)}
                {state.adding.map((name) => <li key={name} class="faint row"><span class="spinner" />Reading {name}</li>)}
            </ul>
            <PickFiles label="Add CSV files" accept=".csv,text/csv" onFiles={(files) => void model.addFiles(files)} />
            {state.tried && problems["files"] && <p class="bad" role="alert">{problems["files"]}</p>}
        </fieldset>
    );
}

interface DateProps extends Props {
    name: "baselineStart" | "baselineEnd" | "compareStart" | "compareEnd";
    label: string;
}

function DateField({ state, model, problems, name, label }: DateProps) {
    return (
        <Field id={name} label={label} problem={problems[name]} tells={state.tried}>{(props) => (
            <input {...props} class="input" type="date" value={state.form[name]}
                onInput={(event) => model.change({ [name]: event.currentTarget.value } as Partial<Form>)} />
        )}</Field>
    );
}

function Metric(props: Props) {
    const { state, model, problems } = props;
    const offered = metricsOf(state.files.flatMap((file) => state.headings[file.original_name] ?? []));

    return (
        <fieldset>
            <legend>2. The metric and the two periods</legend>
            <Field id="metric" label="Metric" problem={problems["metric"]} tells={state.tried}
                hint="SQL over the columns: sum(revenue), count(*), sum(profit) / sum(revenue)">{(field) => (
                    <textarea {...field} class="input code" rows={2} maxLength={LIMITS.metric} value={state.form.metric}
                        spellcheck={false} onInput={(event) => model.change({ metric: event.currentTarget.value })} />
                )}</Field>
            {offered.length > 0 && (
                <p class="row"><span class="faint">From your columns:</span>{offered.map((metric) => (
                    <button key={metric} type="button" class="button small quiet" onClick={() => model.change({ metric })}>
                        <code>{metric}</code>
                    </button>
                ))}</p>
            )}
            <div class="periods">
                <DateField {...props} name="baselineStart" label="Compare with: from" />
                <DateField {...props} name="baselineEnd" label="to" />
                <DateField {...props} name="compareStart" label="What happened: from" />
                <DateField {...props} name="compareEnd" label="to" />
            </div>
        </fieldset>
    );
}

function Context({ state, model }: Props) {
    return (
        <fieldset>
            <legend>3. What you know</legend>
            <Field id="context" label="Background (optional)" problem={undefined} tells={false}
                hint="What the figure means to the business, and what changed meanwhile.">{(props) => (
                    <textarea {...props} class="input" rows={3} maxLength={LIMITS.context} value={state.form.context}
                        onInput={(event) => model.change({ context: event.currentTarget.value })} />
                )}</Field>
            <Field id="prompt" label="What to look at first (optional)" problem={undefined} tells={false}
                hint="A suspicion, a part of the business.">{(props) => (
                    <textarea {...props} class="input" rows={2} maxLength={LIMITS.prompt} value={state.form.prompt}
                        onInput={(event) => model.change({ prompt: event.currentTarget.value })} />
                )}</Field>
        </fieldset>
    );
}

export function InvestigationForm({ state, model }: Omit<Props, "problems">) {
    const problems = problemsOf(state.form, state.files);
    const n = Object.keys(problems).length;
    const props = { state, model, problems };

    function submit(event: Event) {
        event.preventDefault();
        void model.start();
        if (n > 0)
            requestAnimationFrame(() => document.querySelector<HTMLElement>(".investigation [aria-invalid=true]")?.focus());
    }

    return (
        <form class="investigation" onSubmit={submit} noValidate>
            <Files {...props} />
            <Metric {...props} />
            <Context {...props} />
            <p class="row">
                <button type="submit" class="button strong" aria-disabled={n > 0 || state.busy}>
                    {state.busy ? <span class="spinner" /> : <Icon name="search" />}<span>Start the investigation</span>
                </button>
                <span class="faint" role="status">
                    {n > 0 ? `${count(n, "thing is", "things are")} still missing.` : "Everything is there."}
                </span>
            </p>
        </form>
    );
}
