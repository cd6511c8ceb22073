// add.tsx - a new task: its title as typed, and behind a button everything else.

import { useRef, useState } from "preact/hooks";
import { Failure } from "../components/failure";
import type { ErrorBody } from "../types";
import { TITLE_CHARS, TaskFields } from "./fields";
import { type Draft, blank, changesOf, fieldOf } from "./form";
import type { Tasks } from "./model";

export function AddTask({ model }: { model: Tasks }) {
    const [draft, setDraft] = useState(blank);
    const [isOpen, open] = useState(false);
    const [error, setError] = useState<ErrorBody | null>(null);
    const title = useRef<HTMLInputElement>(null);
    const busy = useRef(false);

    function edit(next: Draft) {
        setDraft(next);
        setError(null);
    }

    async function add(event: Event) {
        event.preventDefault();
        if (draft.title.trim() === "" || busy.current)
            return;
        busy.current = true;
        const outcome = await model.add(changesOf(draft, blank));
        busy.current = false;
        setError(typeof outcome === "string" ? null : outcome);
        if (outcome === "done") {
            setDraft(blank);
            title.current?.focus();
        }
    }

    return (
        <form class="add-task" onSubmit={(event) => void add(event)}>
            <div class="add-line">
                <label class="unseen" for="new-task">New task</label>
                <input ref={title} id="new-task" class="input" maxLength={TITLE_CHARS} value={draft.title}
                    placeholder="New task" autocomplete="off"
                    onInput={(event) => edit({ ...draft, title: event.currentTarget.value })} />
                <button type="button" class="button" aria-expanded={isOpen} aria-controls="new-task-fields"
                    onClick={() => open(!isOpen)}>Details</button>
                <button type="submit" class="button strong" aria-disabled={draft.title.trim() === ""}>Add</button>
            </div>
            <div id="new-task-fields" hidden={!isOpen}>
                {isOpen && <TaskFields prefix="new" draft={draft} error={error} onDraft={edit} />}
            </div>
            {error && !(isOpen && fieldOf(error)) && <Failure error={error} />}
        </form>
    );
}
