// conversation.tsx - the questions and their answers, oldest first; before the first one, a start.

import { useEffect, useRef } from "preact/hooks";
import type { Actions } from "../actions";
import type { Action, State, Turn } from "../state";
import { chosenFile, chosenView, isAsking } from "../state";
import { suggest } from "../suggest";
import { AddFile } from "./data-panel";
import { Icon } from "./icons";
import { TurnView } from "./turn";

interface Props {
    state: State;
    actions: Actions;
    dispatch: (action: Action) => void;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface SuggestionsProps {
    questions: string[];
    title: string;
    small?: boolean;
    actions: Actions;
}

function Suggestions({ questions, title, small = false, actions }: SuggestionsProps) {
    return (
        <section class={small ? "suggestions small" : "suggestions"} aria-label={title}>
            <h3>{title}</h3>
            <ul>{questions.map((question) => (
                <li key={question}>
                    <button type="button" class="suggestion" onClick={() => void actions.ask(question)}>
                        {sentence(question)}<Icon name="send" />
                    </button>
                </li>
            ))}</ul>
        </section>
    );
}

function Welcome({ state, actions }: Pick<Props, "state" | "actions">) {
    const file = chosenFile(state);
    const view = chosenView(state);

    return (
        <div class="welcome">
            <h2>Ask your data.<br />See the proof.</h2>
            <p>Every figure comes with the steps, the SQL and the source it rests on, and a log that shows if anything
                was changed. All of it stays on this machine.</p>
            {state.files?.length === 0 && <AddFile actions={actions} strong />}
            {state.files && state.files.length > 0 && !file && (
                <p>No file is chosen: what you ask goes to your tasks or your documents.</p>
            )}
            {file && view && (
                <Suggestions title={`Try with ${file.name}`} actions={actions}
                    questions={suggest(view.table, view.counts, view.tables)} />
            )}
        </div>
    );
}

/** What a screen reader is told: the end of each turn, in a sentence. */
function spoken(turn: Turn | undefined): string {
    if (turn?.phase === "answered")
        return turn.answer?.content ?? "";
    if (turn?.phase === "failed")
        return `${turn.failure?.message ?? ""} ${turn.failure?.suggested_action ?? ""}`;
    return turn?.phase === "stopped" ? "Stopped." : turn ? "Working on it." : "";
}

export function Conversation({ state, actions, dispatch }: Props) {
    const last = state.turns.at(-1);
    const end = useRef<HTMLDivElement>(null);
    const asked = [last?.question, last?.answer?.restatement];
    const next = (last?.answer?.suggestions ?? []).filter((question) => !asked.includes(question));

    // What was clicked is gone by now: who works with the keyboard goes on at the new turn. Who typed goes on typing.
    useEffect(() => {
        if (last && document.activeElement?.id !== "question")
            (end.current?.lastElementChild as HTMLElement | null)?.focus({ preventScroll: true });
    }, [last?.id]);
    useEffect(() => {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        end.current?.lastElementChild?.scrollIntoView({ block: "start", behavior: still ? "instant" : "smooth" });
    }, [last?.id, last?.phase]);

    return (
        <div class="conversation">
            {!last && <Welcome state={state} actions={actions} />}
            <div ref={end} class="turns">
                {state.turns.map((turn) => (
                    <TurnView key={turn.id} turn={turn} last={turn === last} actions={actions} dispatch={dispatch} />
                ))}
            </div>
            {!isAsking(state) && next.length > 0 && (
                <Suggestions small title="Ask next" questions={next} actions={actions} />
            )}
            <p class="unseen" aria-live="polite">{spoken(last)}</p>
        </div>
    );
}
