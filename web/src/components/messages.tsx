// messages.tsx - what was said in a conversation beside something, as two sides.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ErrorBody } from "../types";
import { Failure } from "./failure";

export interface Said {
    id: number;
    who: "me" | "assay";
    text: string;
    failure: ErrorBody | null;
}

interface Props<T extends Said> {
    said: T[];
    busy: boolean;
    /** What stands below a message; it can be answered when it is the last one. */
    below?: (one: T, last: boolean) => ComponentChildren;
}

export function Messages<T extends Said>({ said, busy, below }: Props<T>) {
    const list = useRef<HTMLOListElement>(null);
    const last = said.at(-1);

    useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [last?.id]);
    return (
        <ol ref={list} class="messages" aria-live="polite">{said.map((one) => (
            <li key={one.id} class={`message ${one.who}`}>
                <span class="unseen">{one.who === "me" ? "You:" : "assay:"}</span>
                {one.failure ? <Failure error={one.failure} /> : <p>{one.text}</p>}
                {below?.(one, one === last && !busy)}
            </li>
        ))}</ol>
    );
}
