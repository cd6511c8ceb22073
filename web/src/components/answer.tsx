// answer.tsx - an answer: the sentence, the chart, the table, and what can be done with it. A question back has its
// choices as buttons; an action that must be confirmed says what it would change; who was asked can be overruled.

import type { ComponentChildren } from "preact";
import type { Actions } from "../actions";
import { chartOf } from "../chart";
import { showTime } from "../format";
import { AGENTS, type Agent, type Answer } from "../types";
import { ChartView } from "./chart";
import { Failure } from "./failure";
import { Icon } from "./icons";
import { SourceList } from "./sources";
import { AnswerTable } from "./table";

interface Props {
    answer: Answer;
    question: string;
    last: boolean;
    actions: Actions;
    proof: ComponentChildren;
}

function Options({ answer, last, actions }: Props) {
    if (answer.options.length === 0)
        return null;
    return (
        <ul class="options" aria-label="Choices">{answer.options.map((option, i) => (
            <li key={i}>
                <button type="button" class="button" disabled={!last} onClick={() => void actions.ask(option.label)}>
                    {option.label}
                </button>
            </li>
        ))}</ul>
    );
}

function Confirmation({ answer, question, last, actions }: Props) {
    const confirmation = answer.confirmation;

    if (!confirmation)
        return null;
    return (
        <div class="confirm">
            <p>{confirmation.summary}</p>
            <button type="button" class="button danger" disabled={!last}
                onClick={() => void actions.ask(question, { confirmation_token: confirmation.token })}>
                Yes, do it
            </button>
        </div>
    );
}

const who: Record<Agent, string> = {
    workbook: "Workbook", analyst: "Analyst", metrics: "Metrics", docs: "Documents", tasks: "Tasks",
};

/** Which agent answered, and why; the same question can be put to another. */
export function Routing({ answer, question, actions }: Pick<Props, "answer" | "question" | "actions">) {
    const routing = answer.routing;

    if (!routing)
        return null;
    return (
        <details class="routing">
            <summary>Answered by {who[routing.agent] ?? routing.agent}</summary>
            <p>{routing.reason}</p>
            <p class="row">
                <span class="faint">Ask another instead:</span>
                {AGENTS.filter((agent) => agent !== routing.agent).map((agent) => (
                    <button key={agent} type="button" class="button small quiet"
                        onClick={() => void actions.ask(question, { agent })}>{who[agent]}</button>
                ))}
            </p>
        </details>
    );
}

export function AnswerView(props: Props) {
    const { answer, question, proof } = props;
    const voice = answer.voice === "builtin" ? "no model used" : answer.voice && `with ${answer.voice}`;
    const hasChart = chartOf(answer.chart) !== null;
    const hasTable = answer.table !== null && answer.table.rows.length > 0;

    return (
        <div class="answer">
            <p class="said">
                {answer.status === "clarification_needed" && <Icon name="alert" />}<span>{answer.content}</span>
            </p>
            {answer.status === "partial_success" && answer.error && <Failure error={answer.error} />}
            <Options {...props} />
            <Confirmation {...props} />
            {hasChart && <ChartView spec={answer.chart} isTabled={hasTable} />}
            {answer.table && hasTable && <AnswerTable table={answer.table} name={question} isCharted={hasChart} />}
            {answer.sources && answer.sources.length > 0 && <SourceList sources={answer.sources} />}
            {voice && (
                <footer class="answer-foot">
                    {proof}
                    <span class="faint">{showTime(answer.processing_time_ms)} · {voice}</span>
                    <Routing {...props} />
                </footer>
            )}
        </div>
    );
}
