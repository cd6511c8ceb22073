// place.tsx - what the places are made of: a heading, a list that waits, an empty one, a box to say something in.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons";

/** Reads what the place shows: when it is come to, and when the server is back. */
export function useFresh(refresh: () => Promise<void>, online: boolean): void {
    useEffect(() => {
        if (online)
            void refresh();
    }, [refresh, online]);
}

/** Whoever comes back to the page finds what is there now. */
export function useReturn(back: () => Promise<void>): void {
    useEffect(() => {
        const change = () => document.visibilityState === "visible" && void back();
        document.addEventListener("visibilitychange", change);
        return () => document.removeEventListener("visibilitychange", change);
    }, [back]);
}

export function Waiting() {
    return <div class="waiting" aria-hidden="true"><i /><i /><i /></div>;
}

export function Empty({ icon, title, children }: { icon: IconName; title: string; children: ComponentChildren }) {
    return (
        <div class="empty">
            <Icon name={icon} />
            <p class="empty-title">{title}</p>
            <div class="faint">{children}</div>
        </div>
    );
}

interface PickProps {
    label: string;
    accept: string;
    strong?: boolean;
    /** Only one at a time. */
    single?: boolean;
    onFiles: (files: File[]) => void;
}

/** A button that picks files. */
export function PickFiles({ label, accept, strong = false, single = false, onFiles }: PickProps) {
    const input = useRef<HTMLInputElement>(null);

    function picked() {
        onFiles([...(input.current?.files ?? [])]);
        if (input.current)
            input.current.value = "";
    }

    return (
        <>
            <button type="button" class={strong ? "button strong" : "button"} onClick={() => input.current?.click()}>
                <Icon name="add" /><span>{label}</span>
            </button>
            <input ref={input} type="file" hidden multiple={!single} accept={accept} onChange={picked} />
        </>
    );
}

interface SayProps {
    label: string;
    placeholder: string;
    most: number;
    busy: boolean;
    onSay: (words: string) => void;
}

/** A box for a message: Enter sends it, Shift+Enter is a new line. */
export function SayBox({ label, placeholder, most, busy, onSay }: SayProps) {
    const [draft, setDraft] = useState("");

    function send(event: Event) {
        event.preventDefault();
        if (busy || draft.trim() === "")
            return;
        onSay(draft);
        setDraft("");
    }

    function press(event: KeyboardEvent) {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing)
            send(event);
    }

    return (
        <form class="say composer-box" onSubmit={send}>
            <label class="unseen" for="question">{label}</label>
            <textarea id="question" rows={1} maxLength={most} value={draft} placeholder={placeholder} onKeyDown={press}
                onInput={(event) => setDraft(event.currentTarget.value)} />
            <button type="submit" class="button strong round" aria-label="Send"
                aria-disabled={busy || draft.trim() === ""}>
                {busy ? <span class="spinner" /> : <Icon name="send" />}
            </button>
        </form>
    );
}
