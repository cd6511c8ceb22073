// steps.tsx - work as it happens: what is done, what is being done, and how far that is.

import type { Step } from "../types";
import { Icon } from "./icons";

export function StepList({ steps, first }: { steps: Step[]; first: string }) {
    const shown = steps.length > 0 ? steps : [{ n: 1, of: 1, text: first }];
    const now = shown.at(-1);

    return (
        <div class="steps">
            <ol>{shown.map((step, i) => (
                <li key={i} class={i < shown.length - 1 ? "done" : "now"}>
                    {i < shown.length - 1 ? <Icon name="check" /> : <span class="spinner" />}{step.text}
                </li>
            ))}</ol>
            {now && now.of > 1 && <progress class="bar" max={now.of} value={now.n} aria-label="Progress" />}
        </div>
    );
}
