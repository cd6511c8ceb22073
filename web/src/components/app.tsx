// app.tsx - the page's frame: the header, the data at hand on the left, the conversation, and what may lie over them.

import { useEffect, useState } from "preact/hooks";
import type { Actions } from "../actions";
import { isAsking } from "../state";
import { type Store, useStore } from "../store";
import { Composer } from "./composer";
import { Conversation } from "./conversation";
import { DataPanel } from "./data-panel";
import { Drawer } from "./drawer";
import { DropZone } from "./drop-zone";
import { Header } from "./header";
import { Offline } from "./offline";
import { Proof } from "./proof";
import { TokenForm } from "./token-form";

function isTyping(target: EventTarget | null): boolean {
    return target instanceof HTMLElement && target.matches("input, textarea, select");
}

/** "/" goes to the question, from anywhere that is not a text box or a dialog. */
function useSlash(): void {
    useEffect(() => {
        function press(event: KeyboardEvent) {
            const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
            if (event.key !== "/" || !plain || isTyping(event.target) || document.querySelector("dialog[open]"))
                return;
            event.preventDefault();
            document.getElementById("question")?.focus();
        }
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, []);
}

/** Whoever comes back to the page finds what is there now. */
function useReturn(back: () => Promise<void>): void {
    useEffect(() => {
        const change = () => document.visibilityState === "visible" && void back();
        document.addEventListener("visibilitychange", change);
        return () => document.removeEventListener("visibilitychange", change);
    }, [back]);
}

export function App({ store, actions }: { store: Store; actions: Actions }) {
    const state = useStore(store);
    const [showsData, showData] = useState(false);
    const proof = state.turns.find((turn) => turn.id === state.proof);
    const panel = <DataPanel state={state} actions={actions} dispatch={store.dispatch} />;

    useSlash();
    useReturn(actions.reconnect);
    if (state.token !== "unasked")
        return <TokenForm refused={state.token === "refused"} onToken={(token) => void actions.useToken(token)} />;
    return (
        <>
            <a class="skip" href="#question">Skip to the question</a>
            <Header onData={() => showData(true)} />
            {!state.online && <Offline onRetry={() => void actions.reconnect()} />}
            <div class="frame">
                <aside class="side" aria-label="Data">{panel}</aside>
                <main class="middle">
                    <Conversation state={state} actions={actions} dispatch={store.dispatch} />
                    <Composer draft={state.draft} asking={isAsking(state)} actions={actions}
                        dispatch={store.dispatch} />
                </main>
            </div>
            <DropZone onFiles={(files) => void actions.upload(files)} />
            {showsData && <Drawer title="Data" side="left" onClose={() => showData(false)}>{panel}</Drawer>}
            {proof?.answer?.evidence && (
                <Drawer title="Proof" side="right" onClose={() => store.dispatch({ type: "proof", turn: null })}>
                    <Proof question={proof.question} answer={proof.answer} evidence={proof.answer.evidence}
                        verify={actions.verify} />
                </Drawer>
            )}
        </>
    );
}
