// answer.tsx - an answer: the sentence, the table, and what can be done with it. A question back has its choices as
// buttons; an action that must be confirmed says what it would change.

import type { ComponentChildren } from "preact";
import type { Actions } from "../actions";
import { showTime } from "../format";
import type { Answer } from "../types";
import { Failure } from "./failure";
import { Icon } from "./icons";
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
                <button type="button" class="button" disabled={!last}
                    onClick={() => void actions.ask(typeof option.value === "string" ? option.value : option.label)}>
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

export function AnswerView(props: Props) {
    const { answer, question, proof } = props;
    const voice = answer.voice === "builtin" ? "no model used" : `with ${answer.voice}`;

    return (
        <div class="answer">
            <p class="said">
                {answer.status === "clarification_needed" && <Icon name="alert" />}{answer.content}
            </p>
            {answer.status === "partial_success" && answer.error && <Failure error={answer.error} />}
            <Options {...props} />
            <Confirmation {...props} />
            {answer.table && answer.table.rows.length > 0 && <AnswerTable table={answer.table} name={question} />}
            <footer class="answer-foot">
                {proof}
                <span class="faint">{showTime(answer.processing_time_ms)} · {voice}</span>
            </footer>
        </div>
    );
}
