// turn.tsx - one question and what became of it.

import { useMemo } from "preact/hooks";
import type { Actions } from "../actions";
import type { Action, Turn } from "../state";
import { AnswerView, Routing } from "./answer";
import { Failure } from "./failure";
import { Icon } from "./icons";
import { StepList } from "./steps";

interface Props {
    turn: Turn;
    last: boolean;
    actions: Actions;
    dispatch: (action: Action) => void;
}

/** Which data was asked, how the question was understood, and how sure that is. */
function Reading({ turn: { about, answer } }: Pick<Props, "turn">) {
    const confidence = Number(answer?.confidence);

    if (!about && !answer?.restatement)
        return null;
    return (
        <p class="reading faint">
            {about && <span class="reading-file"><Icon name="file" />{about.name}</span>}
            {answer?.restatement && <span>Understood as <q>{answer.restatement}</q></span>}
            {answer?.restatement && confidence < 1 && <span class="sure">{Math.round(confidence * 100)} % sure</span>}
        </p>
    );
}

function Failed({ turn, last, actions, dispatch }: Props) {
    function edit() {
        dispatch({ type: "draft", text: turn.question });
        document.getElementById("question")?.focus();
    }

    return turn.failure && (
        <Failure error={turn.failure}>
            {last && <button type="button" class="button small" onClick={edit}>Change the question</button>}
            {last && turn.failure.can_retry && (
                <button type="button" class="button small quiet" onClick={() => void actions.ask(turn.question)}>
                    Try again
                </button>
            )}
            {turn.answer?.evidence && <ProofButton turn={turn} dispatch={dispatch} />}
            {turn.answer && <Routing answer={turn.answer} question={turn.question} actions={actions} />}
        </Failure>
    );
}

export function ProofButton({ turn, dispatch }: Pick<Props, "turn" | "dispatch">) {
    return (
        <button type="button" class="button small quiet" onClick={() => dispatch({ type: "proof", turn: turn.id })}>
            <Icon name="shield" /><span>Show proof</span>
        </button>
    );
}

function Turned(props: Props) {
    const { turn, last, actions, dispatch } = props;

    return (
        <article class="turn" aria-busy={turn.phase === "asking"} aria-label={turn.question} tabIndex={-1}>
            <h2 class="question">{turn.question}</h2>
            <Reading turn={turn} />
            {turn.phase === "asking" && <StepList steps={turn.steps} first="Reading the question" />}
            {turn.phase === "asking" && turn.reconnecting && (
                <p class="faint">The connection broke; going on where it was.</p>
            )}
            {turn.phase === "asking" && turn.partial && <p class="said">{turn.partial}</p>}
            {turn.phase === "answered" && turn.answer && (
                <AnswerView answer={turn.answer} last={last} actions={actions} question={turn.question}
                    proof={turn.answer.evidence && <ProofButton turn={turn} dispatch={dispatch} />} />
            )}
            {turn.phase === "failed" && <Failed {...props} />}
            {turn.phase === "stopped" && (
                <p class="stopped faint">Stopped. Nothing was changed.
                    {last && <button type="button" class="button small quiet"
                        onClick={() => void actions.ask(turn.question)}>Ask again</button>}
                </p>
            )}
        </article>
    );
}

/** Drawn anew only when it has changed: a key pressed in the question box must not cost a thousand rows. */
export function TurnView(props: Props) {
    return useMemo(() => <Turned {...props} />, [props.turn, props.last]);
}
