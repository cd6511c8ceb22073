// composer.tsx - the question box. Enter asks, Shift+Enter is a new line; while an answer is on its way the button
// stops it, and the box can already take the next question.

import { useRef } from "preact/hooks";
import type { Actions } from "../actions";
import type { Action } from "../state";
import { Icon } from "./icons";

const QUESTION_CHARS = 10000;

interface Props {
    draft: string;
    asking: boolean;
    actions: Actions;
    dispatch: (action: Action) => void;
}

export function Composer({ draft, asking, actions, dispatch }: Props) {
    const box = useRef<HTMLTextAreaElement>(null);

    function submit(event: Event) {
        event.preventDefault();
        void actions.ask(draft);
        box.current?.focus();
    }

    function stop(event: Event) {
        event.preventDefault();
        actions.stop();
        box.current?.focus();
    }

    function press(event: KeyboardEvent) {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing)
            submit(event);
    }

    return (
        <form class="composer" onSubmit={submit}>
            <div class="composer-box">
                <label class="unseen" for="question">Your question</label>
                <textarea id="question" ref={box} rows={1} maxLength={QUESTION_CHARS} value={draft}
                    placeholder="Ask a question about your data" onKeyDown={press}
                    onInput={(event) => dispatch({ type: "draft", text: event.currentTarget.value })} />
                <button type="submit" class="button strong round" aria-label={asking ? "Stop" : "Ask"}
                    aria-disabled={!asking && draft.trim() === ""} onClick={asking ? stop : undefined}>
                    <Icon name={asking ? "stop" : "send"} />
                </button>
            </div>
            <p class="composer-note faint">
                <span><kbd>Enter</kbd> asks</span><span><kbd>/</kbd> comes back here</span>
                <span>Nothing leaves this machine.</span>
            </p>
        </form>
    );
}
