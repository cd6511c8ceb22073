// conversations.tsx - the user's conversations, the last touched first, and a new one.

import type { Actions } from "../actions";
import { showAgo } from "../format";
import type { State } from "../state";
import { Icon } from "./icons";

interface Props {
    state: State;
    actions: Actions;
    /** Something was chosen. */
    onDone?: () => void;
}

export function Conversations({ state, actions, onDone }: Props) {
    const { conversations, conversation } = state;

    function begin() {
        actions.begin();
        onDone?.();
        document.getElementById("question")?.focus();
    }

    return (
        <section class="conversations" aria-labelledby="conversations">
            <div class="section-head">
                <h2 id="conversations">Conversations</h2>
                <button type="button" class="button quiet small" onClick={begin}>
                    <Icon name="add" /><span>New</span>
                </button>
            </div>
            {conversations?.length === 0 && <p class="faint">None yet. What you ask is kept for 30 days.</p>}
            <ul>{conversations?.map((one) => (
                <li key={one.id}>
                    <button type="button" class="conversation-name" aria-pressed={one.id === conversation}
                        onClick={() => (void actions.open(one), onDone?.())}>
                        <span class="clip">{one.title || "Nothing said yet"}</span>
                        <span class="faint">{one.agent} · {showAgo(one.updated_at)}</span>
                    </button>
                </li>
            ))}</ul>
        </section>
    );
}
