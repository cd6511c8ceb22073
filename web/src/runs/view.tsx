// view.tsx (runs) - every analysis, a new one, and the one at hand.

import { useEffect } from "preact/hooks";
import { Failure } from "../components/failure";
import { Icon } from "../components/icons";
import { Waiting, useFresh } from "../components/place";
import { StepList } from "../components/steps";
import type { VerifyCall } from "../components/verify";
import { count, showAgo } from "../format";
import { addressOf } from "../places";
import { useStore } from "../store";
import type { SourceFile } from "../types";
import { DELIVERABLES, type Deliverable, type Runs, type State } from "./model";
import { RunView, statusOf } from "./run";

const INTENT_CHARS = 2000;
const names: Record<Deliverable, string> = { tables: "Tables", charts: "Charts", reports: "A report", summary: "A summary" };

interface Props {
    state: State;
    model: Runs;
}

const toggled = <T,>(list: T[], one: T) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
    return <label class="check"><input type="checkbox" checked={checked} onChange={onChange} /><span>{label}</span></label>;
}

function DataChoice({ state, model, files }: Props & { files: SourceFile[] | null }) {
    return (
        <fieldset>
            <legend>Data</legend>
            {files?.length === 0 && <p class="faint">There is no file yet. <a href={addressOf("chat")}>Bring one in Chat</a> first.</p>}
            {files === null && <Waiting />}
            <div class="checks">{files?.map((file) => (
                <Check key={file.id} label={file.name} checked={state.data.includes(file.data)}
                    onChange={() => model.change({ data: toggled(state.data, file.data) })} />
            ))}</div>
        </fieldset>
    );
}

function missing({ intent, data, deliverables }: State): string {
    if (!intent.trim())
        return "Say what to find out.";
    if (data.length === 0)
        return "Choose the data.";
    return deliverables.length === 0 ? "Choose what you want." : "";
}

function NewRun({ state, model, files }: Props & { files: SourceFile[] | null }) {
    const lacks = missing(state);

    function submit(event: Event) {
        event.preventDefault();
        void model.start();
    }

    return (
        <form class="investigation" onSubmit={submit}>
            <div class="field">
                <label for="intent">What to find out</label>
                <textarea id="intent" class="input" rows={3} maxLength={INTENT_CHARS} value={state.intent}
                    placeholder="Quarterly revenue trend with a chart"
                    onInput={(event) => model.change({ intent: event.currentTarget.value })} />
            </div>
            <DataChoice state={state} model={model} files={files} />
            <fieldset>
                <legend>What you want</legend>
                <div class="checks">{DELIVERABLES.map((one) => (
                    <Check key={one} label={names[one]} checked={state.deliverables.includes(one)}
                        onChange={() => model.change({ deliverables: toggled(state.deliverables, one) })} />
                ))}</div>
            </fieldset>
            <p class="row">
                <button type="submit" class="button strong" aria-disabled={lacks !== "" || state.busy}>
                    <Icon name="plan" /><span>Analyse</span>
                </button>
                {state.busy && <button type="button" class="button" onClick={model.stop}><Icon name="stop" /><span>Stop</span></button>}
                <span class="faint" role="status">{lacks}</span>
            </p>
            {state.busy && <StepList steps={state.steps} first="Planning" />}
            {state.error && <Failure error={state.error} />}
        </form>
    );
}

function List({ state }: Pick<Props, "state">) {
    return (
        <section class="item-list" aria-label="Analyses">
            <div class="section-head">
                <h3>Analyses</h3>
                <a class="button quiet small" href={addressOf("runs")}><Icon name="add" /><span>New</span></a>
            </div>
            {state.listError && <Failure error={state.listError} />}
            {state.runs === null && !state.listError && <Waiting />}
            {state.runs?.length === 0 && <p class="faint">None yet.</p>}
            <ul>{state.runs?.map((run) => (
                <li key={run.id} class={run.id === state.run?.id ? "item here" : "item"}>
                    <a href={addressOf("runs", run.id)} aria-current={run.id === state.run?.id ? "true" : undefined}>
                        <strong>{run.intent}</strong>
                        <span class="faint">{statusOf(run.status)} · {showAgo(run.created_at)} · {count(run.artifacts, "artifact")}</span>
                    </a>
                </li>
            ))}</ul>
        </section>
    );
}

interface PlaceProps {
    model: Runs;
    id: string | null;
    online: boolean;
    files: SourceFile[] | null;
    verify: VerifyCall;
}

export function RunsPlace({ model, id, online, files, verify }: PlaceProps) {
    const state = useStore(model.notes);

    useFresh(model.refresh, online);
    useEffect(() => void model.open(id), [model, id]);
    return (
        <main class="place" id="main" tabIndex={-1}>
            <header class="place-head">
                <h2>Runs</h2>
                <p class="faint">Analyses with their plan, their artifacts and their proof.</p>
            </header>
            <div class="beside">
                <div class="here">
                    {state.opening && <Waiting />}
                    {state.gone && (
                        <Failure error={state.gone}>
                            <a class="button small" href={addressOf("runs")}>Begin a new one</a>
                        </Failure>
                    )}
                    {state.run && <RunView run={state.run} state={state} model={model} verify={verify} />}
                    {id === null && <NewRun state={state} model={model} files={files} />}
                </div>
                <List state={state} />
            </div>
        </main>
    );
}
