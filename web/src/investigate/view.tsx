// view.tsx (investigate) - the investigations, and the one at hand: its form, its run as it happens, its report with
// the waterfall, and a chat about it.

import { useEffect, useState } from "preact/hooks";
import { ChartView } from "../components/chart";
import { DropZone } from "../components/drop-zone";
import { Failure } from "../components/failure";
import { Icon } from "../components/icons";
import { Markdown } from "../components/markdown";
import { Messages } from "../components/messages";
import { SayBox, Waiting, useFresh } from "../components/place";
import { StepList } from "../components/steps";
import { count, showAgo, showUntil } from "../format";
import { addressOf } from "../places";
import { useStore } from "../store";
import { InvestigationForm } from "./fields";
import type { Investigate, Session, State } from "./model";

const MESSAGE_CHARS = 5000;
const FIRST_QUESTIONS = ["How was it calculated?", "Summarise it in one sentence", "What was ruled out?"];
const statuses: Record<Session["status"], string> = {
    created: "New", has_files: "Not started", running: "Running", completed: "Done", failed: "Failed", expired: "Gone",
};

interface Props {
    state: State;
    model: Investigate;
}

function SessionRow({ session, here, model }: { session: Session; here: boolean; model: Investigate }) {
    const [asks, ask] = useState(false);
    const name = `${statuses[session.status]}, ${count(session.file_count, "file")}`;

    return (
        <li class={here ? "item here" : "item"}>
            <a href={addressOf("investigate", session.session_id)} aria-current={here ? "true" : undefined}>
                <strong>{name}</strong>
                <span class="faint">{showAgo(session.created_at)} · deleted {showUntil(session.expires_at)}</span>
            </a>
            {asks
                ? <span class="row">
                    <button type="button" class="button small danger" onClick={() => void model.remove(session.session_id)}>Delete</button>
                    <button type="button" class="button small" onClick={() => ask(false)}>Keep</button>
                </span>
                : <button type="button" class="button plain small" aria-label={`Delete the investigation: ${name}`}
                    onClick={() => ask(true)}><Icon name="trash" /></button>}
        </li>
    );
}

function Sessions({ state, model }: Props) {
    return (
        <section class="item-list" aria-label="Investigations">
            <div class="section-head">
                <h3>Investigations</h3>
                <a class="button quiet small" href={addressOf("investigate")}><Icon name="add" /><span>New</span></a>
            </div>
            {state.listError && <Failure error={state.listError} />}
            {state.sessions === null && !state.listError && <Waiting />}
            {state.sessions?.length === 0 && <p class="faint">None yet. Each is kept for 24 hours.</p>}
            <ul>{state.sessions?.map((session) => (
                <SessionRow key={session.session_id} session={session} model={model}
                    here={session.session_id === state.session?.session_id} />
            ))}</ul>
        </section>
    );
}

function Running({ state }: Pick<Props, "state">) {
    return (
        <section class="card running" aria-label="The investigation" aria-busy="true">
            <h3>Looking for what changed</h3>
            <StepList steps={state.steps} first="Starting" />
            <p class="faint">You can leave: it goes on, and the report will be here.</p>
            <p class="unseen" role="status">{state.steps.at(-1)?.text ?? "Starting"}</p>
        </section>
    );
}

function ReportView({ state, model }: Props) {
    const { report, waterfall, explanations } = state;

    if (!report)
        return <Waiting />;
    return (
        <div class="report">
            <p class="row">
                <button type="button" class="button" onClick={() => void model.download()}>
                    <Icon name="down" /><span>Download as Markdown</span>
                </button>
                <button type="button" class="button quiet" onClick={() => model.investigateAgain(true)}>
                    <Icon name="retry" /><span>Change and run again</span>
                </button>
                {report.status === "no_findings" && <span class="faint">Nothing stood out.</span>}
            </p>
            {explanations.length > 0 && (
                <ol class="causes">{explanations.map((one) => (
                    <li key={one.rank} class="card"><span class="badge">{one.likelihood}</span>{one.title}</li>
                ))}</ol>
            )}
            {waterfall !== null && <ChartView spec={waterfall} />}
            <article class="card report-text" aria-label="Report"><Markdown text={report.content} name="Report" under={2} /></article>
            <section class="talk wide" aria-label="Questions about the report">
                <h3>Ask about this report</h3>
                <Messages said={state.said} busy={state.busy} />
                {state.said.length === 0 && (
                    <ul class="options">{FIRST_QUESTIONS.map((text) => (
                        <li key={text}>
                            <button type="button" class="button small quiet" onClick={() => void model.ask(text)}>{text}</button>
                        </li>
                    ))}</ul>
                )}
                <SayBox label="About the report" placeholder="Ask about the report" most={MESSAGE_CHARS} busy={state.busy}
                    onSay={(words) => void model.ask(words)} />
            </section>
        </div>
    );
}

function Here({ state, model }: Props) {
    const { session, gone } = state;

    if (state.opening)
        return <Waiting />;
    if (gone)
        return (
            <Failure error={gone}>
                <a class="button small" href={addressOf("investigate")}>Begin a new one</a>
            </Failure>
        );
    if (session?.status === "running")
        return <Running state={state} />;
    if (session?.status === "completed" && !state.again)
        return <ReportView state={state} model={model} />;
    return (
        <>
            {session?.status === "failed" && state.reason && <Failure error={state.reason} />}
            <InvestigationForm state={state} model={model} />
        </>
    );
}

export function InvestigatePlace({ model, id, online }: { model: Investigate; id: string | null; online: boolean }) {
    const state = useStore(model.notes);

    useFresh(model.refresh, online);
    useEffect(() => void model.open(id), [model, id]);
    useEffect(() => model.leave, [model]);
    return (
        <main class="place" id="main" tabIndex={-1}>
            <header class="place-head">
                <h2>Investigate</h2>
                <p class="faint">Why a figure changed between two periods.</p>
            </header>
            <div class="beside">
                <div class="here">
                    {state.error && <Failure error={state.error} />}
                    <Here state={state} model={model} />
                </div>
                <Sessions state={state} model={model} />
            </div>
            {state.session?.status !== "running" && <DropZone onFiles={(files) => void model.addFiles(files)} />}
        </main>
    );
}
