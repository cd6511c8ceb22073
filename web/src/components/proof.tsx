// proof.tsx - what an answer rests on: its place in the audit log, which can be verified here; the steps; the SQL; the
// sources with their hashes.

import type { ComponentChildren } from "preact";
import { count, groupThousands, showTime } from "../format";
import { sqlPieces } from "../sql";
import type { Answer, Evidence, ToolCall } from "../types";
import { CopyButton } from "./copy";
import { Icon } from "./icons";
import { Verify, type VerifyCall } from "./verify";

function Section({ title, children }: { title: string; children: ComponentChildren }) {
    return <section class="proof-section"><h3>{title}</h3>{children}</section>;
}

function Call({ call }: { call: ToolCall }) {
    return (
        <li class={call.success ? "call" : "call bad"}>
            <Icon name={call.success ? "check" : "alert"} />
            <div>
                <p><code>{call.tool_name}</code> <span class="faint">{showTime(call.duration_ms)}</span></p>
                <p class="faint">{call.success ? call.output_summary : call.error}</p>
                <details>
                    <summary>Parameters</summary>
                    <pre tabIndex={0} aria-label={`Parameters of ${call.tool_name}`}>
                        {JSON.stringify(call.parameters, null, 2)}
                    </pre>
                </details>
            </div>
        </li>
    );
}

function Sql({ sql }: { sql: string }) {
    return (
        <div class="sql">
            <pre tabIndex={0} aria-label="SQL"><code>{sqlPieces(sql).map((piece, i) => (
                <span key={i} class={`sql-${piece.kind}`}>{piece.clause ? "\n" : ""}{piece.text}</span>
            ))}</code></pre>
            <CopyButton text={sql} what="the SQL" />
        </div>
    );
}

function Hash({ name, value }: { name: string; value: string }) {
    return (
        <div class="hash">
            <dt>{name}</dt>
            <dd><code>{value}</code><CopyButton text={value} what={name} compact /></dd>
        </div>
    );
}

function Sources({ sources }: Pick<Evidence, "sources">) {
    return (
        <ul class="sources">{sources.map((source, i) => (
            <li key={i}>
                <p class="source-name"><Icon name="file" />{source.name}</p>
                <dl>
                    <Hash name="SHA-256 of its bytes" value={source.sha256} />
                    {source.schema_fingerprint &&
                        <Hash name="Fingerprint of its columns" value={source.schema_fingerprint} />}
                </dl>
            </li>
        ))}</ul>
    );
}

function Place({ audit }: { audit: NonNullable<Evidence["audit"]> }) {
    const n = audit.last - audit.first + 1;
    const number = (place: number) => groupThousands(String(place));

    return (
        <>
            <p>{`${count(n, "entry", "entries")}: number ${number(audit.first)} to ${number(audit.last)}.`}</p>
            <dl><Hash name="Head of the log after them" value={audit.head} /></dl>
        </>
    );
}

interface Props {
    question: string;
    answer: Answer;
    evidence: Evidence;
    verify: VerifyCall;
}

export function Proof({ question, answer, evidence, verify }: Props) {
    return (
        <>
            <p class="proof-question">{question}</p>
            <Section title="In the audit log">
                {evidence.audit ? <Place audit={evidence.audit} /> : <p>Nothing was written for this answer.</p>}
                <Verify verify={verify} />
            </Section>
            {evidence.sql.length > 0 && (
                <Section title="SQL that was run">{evidence.sql.map((sql, i) => <Sql key={i} sql={sql} />)}</Section>
            )}
            {answer.tool_calls.length > 0 && (
                <Section title="Steps">
                    <ol class="calls">{answer.tool_calls.map((call, i) => <Call key={i} call={call} />)}</ol>
                </Section>
            )}
            {evidence.sources.length > 0 && (
                <Section title="Sources"><Sources sources={evidence.sources} /></Section>
            )}
            {evidence.request_id && (
                <Section title="Request"><dl><Hash name="Number" value={evidence.request_id} /></dl></Section>
            )}
        </>
    );
}
