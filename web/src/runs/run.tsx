// run.tsx (runs) - one analysis: what it found, what it made, how it went about it, and what the audit log has of it.

import type { ComponentChildren } from "preact";
import { ChartView } from "../components/chart";
import { Failure } from "../components/failure";
import { Graph } from "../components/graph";
import { Icon } from "../components/icons";
import { Markdown } from "../components/markdown";
import { Waiting } from "../components/place";
import { Verify, type VerifyCall } from "../components/verify";
import { count, groupThousands, isLabel, showBytes, showNumber, showTime } from "../format";
import type { Artifact, Call, Content, Entry, Observation, Response, Run, Runs, State } from "./model";

function Section({ title, children }: { title: string; children: ComponentChildren }) {
    return <section class="run-part"><h4>{title}</h4>{children}</section>;
}

function Findings({ response }: { response: Response }) {
    const { summary, error } = response;

    return (
        <>
            {error && (
                <Failure error={{ message: error.error_message, error_code: error.error_type, correlation_id: null,
                    can_retry: false, suggested_action: null }} />
            )}
            {summary && summary.key_findings.length > 0 && (
                <ul class="findings">{summary.key_findings.map((text) => <li key={text}>{text}</li>)}</ul>
            )}
            {summary?.insights && summary.insights.length > 0 && (
                <ul class="findings soft">{summary.insights.map((text) => <li key={text}>{text}</li>)}</ul>
            )}
            {summary?.warnings?.map((text) => <p key={text} class="column-warning"><Icon name="alert" />{text}</p>)}
        </>
    );
}

function Preview({ rows, name }: { rows: string[][]; name: string }) {
    const [head = [], ...body] = rows;
    const isNumber = (i: number) => body.length > 0 && body.every((row) => /^(-?\d+(\.\d+)?)?$/.test(row[i] ?? ""));
    const side = head.map((_, i) => (isNumber(i) ? "number" : undefined));
    const shown = (cell: string, i: number) => (side[i] && !isLabel(head[i] ?? "") ? showNumber(cell) : cell);

    return (
        <div class="table-scroll" role="region" tabIndex={0} aria-label={name}>
            <table>
                <thead><tr>{head.map((name, i) => <th key={i} scope="col" class={side[i]}>{name}</th>)}</tr></thead>
                <tbody>{body.map((row, r) => (
                    <tr key={r}>{row.map((cell, i) => <td key={i} class={side[i]}>{shown(cell, i)}</td>)}</tr>
                ))}</tbody>
            </table>
        </div>
    );
}

function ContentView({ content, artifact }: { content: Content | undefined; artifact: Artifact }) {
    const spec = artifact.metadata["vega"] ?? artifact.metadata["spec"];

    if (artifact.artifact_type === "chart" && spec)
        return <ChartView spec={spec} />;
    switch (content?.phase) {
    case "table":
        return <Preview rows={content.rows} name={`Table ${artifact.artifact_id.slice(0, 8)}`} />;
    case "picture":
        return <img class="picture" src={content.url} alt={String(artifact.metadata["alt"] ?? "Chart of the analysis")} />;
    case "text":
        return <Markdown text={content.text} name={artifact.artifact_type} under={4} />;
    case "failed":
        return <Failure error={content.error} />;
    default:
        return <Waiting />;
    }
}

function ArtifactView({ artifact, content, model }: { artifact: Artifact; content: Content | undefined; model: Runs }) {
    const rows = artifact.metadata["row_count"];
    const about = typeof rows === "number" ? count(rows, "row") : showBytes(artifact.size_bytes);

    return (
        <li class="card artifact">
            <p class="row artifact-head">
                <strong>{artifact.artifact_type}</strong><span class="faint">{about}</span>
                <code class="faint" title={artifact.content_hash}>SHA-256 {artifact.content_hash.slice(0, 12)}</code>
                {artifact.artifact_type !== "chart" && (
                    <button type="button" class="button small quiet end" onClick={() => void model.download(artifact)}>
                        <Icon name="down" /><span>Save</span>
                    </button>
                )}
            </p>
            <ContentView content={content} artifact={artifact} />
        </li>
    );
}

/** How the last attempt at a step ended. */
function endOf(run: Run, task: string): Observation | undefined {
    const calls = run.calls.filter((call) => call.task_id === task);

    return run.observations.findLast((one) => calls.some((call) => call.call_id === one.call_id));
}

function PlanView({ run }: { run: Run }) {
    const subtasks = run.plan?.subtasks ?? [];
    const boxes = subtasks.map((task) => {
        const end = endOf(run, task.task_id);
        const tone = !end ? "plain" as const : end.status === "success" ? "good" as const : "bad" as const;
        return { id: task.task_id, after: task.dependencies, title: task.task_id.replaceAll("_", " "),
            note: task.tool_name, tone };
    });

    if (subtasks.length === 0)
        return <p class="faint">No plan was made.</p>;
    return (
        <>
            {run.plan?.reasoning && <p>{run.plan.reasoning}</p>}
            <Graph boxes={boxes} label={`The plan: ${count(boxes.length, "step")}`} />
            <ol class="plan-steps">{subtasks.map((task) => (
                <li key={task.task_id}><code>{task.tool_name}</code> {task.description}</li>
            ))}</ol>
        </>
    );
}

function CallView({ call, end }: { call: Call; end: Observation | undefined }) {
    const isGood = end?.status === "success";

    return (
        <li class={isGood ? "call" : "call bad"}>
            <Icon name={isGood ? "check" : "alert"} />
            <div>
                <p><code>{call.tool_name}</code> <span class="faint">
                    {call.attempt_number > 1 && `attempt ${call.attempt_number}, `}
                    {end && showTime(1000 * Number(end.execution_time_seconds))}
                    {typeof end?.row_count === "number" && `, ${count(end.row_count, "row")}`}
                </span></p>
                {end?.error_message && <p class="faint">{end.error_message}</p>}
                <details>
                    <summary>Arguments</summary>
                    <pre tabIndex={0} aria-label={`Arguments of ${call.tool_name}`}>{JSON.stringify(call.arguments, null, 2)}</pre>
                </details>
            </div>
        </li>
    );
}

function Entries({ entries }: { entries: Entry[] | null }) {
    if (entries === null)
        return <Waiting />;
    if (entries.length === 0)
        return <p class="faint">The log has no entries of it.</p>;
    return (
        <ol class="entries" tabIndex={0} aria-label="Entries of the audit log">{entries.map((entry) => (
            <li key={entry.sequence_number}>
                <code>{groupThousands(String(entry.sequence_number))}</code>
                <span>{entry.text || entry.event_type}</span>
                <span class="faint">{entry.actor}</span>
            </li>
        ))}</ol>
    );
}

const statuses: Record<string, string> = { completed: "Completed", failed: "Failed", partial_success: "Done in part",
    submitted: "Submitted", planning: "Planning", executing: "Running" };

export const statusOf = (status: string) => statuses[status] ?? status;

function factsOf(metrics: Response["metrics"]): string[] {
    const { retries_count: retries } = metrics;

    return [showTime(1000 * Number(metrics.execution_time_seconds)), count(metrics.tool_calls_count, "call"),
        `${count(metrics.rows_processed, "row")} read`, ...(retries > 0 ? [count(retries, "retry", "retries")] : []),
        ...(metrics.recipe_used ? ["by a recipe that worked before"] : [])];
}

export function RunView({ run, state, model, verify }: { run: Run; state: State; model: Runs; verify: VerifyCall }) {
    const { response } = run;
    const metrics = response?.metrics;

    return (
        <div class="run">
            <h3>{run.request.intent}</h3>
            <p class="faint">{[statusOf(run.status), ...(metrics ? factsOf(metrics) : [])].join(" · ")}</p>
            {response && <Findings response={response} />}
            {response && response.artifacts.length > 0 && (
                <Section title="What it made">
                    <ul class="artifacts">{response.artifacts.map((artifact) => (
                        <ArtifactView key={artifact.artifact_id} artifact={artifact} model={model}
                            content={state.contents[artifact.artifact_id]} />
                    ))}</ul>
                </Section>
            )}
            <Section title="The plan"><PlanView run={run} /></Section>
            {run.calls.length > 0 && (
                <Section title="What was called">
                    <ol class="calls">{run.calls.map((call) => (
                        <CallView key={call.call_id} call={call} end={run.observations.find((one) => one.call_id === call.call_id)} />
                    ))}</ol>
                </Section>
            )}
            <Section title="In the audit log">
                <Entries entries={state.entries} />
                <Verify verify={verify} />
            </Section>
        </div>
    );
}
