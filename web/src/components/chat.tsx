// chat.tsx - the place where questions are asked: the conversations, the conversation, and the data at hand.

import type { Actions } from "../actions";
import { type Action, type State, isAsking } from "../state";
import { Composer } from "./composer";
import { Conversation } from "./conversation";
import { Conversations } from "./conversations";
import { DataPanel } from "./data-panel";
import { Drawer } from "./drawer";
import { DropZone } from "./drop-zone";
import { Proof } from "./proof";

interface Props {
    state: State;
    actions: Actions;
    dispatch: (action: Action) => void;
    /** What is shown in a drawer where there is no room for it beside the conversation. */
    drawer: "data" | "conversations" | null;
    onDrawer: (drawer: null) => void;
}

export function ChatPlace({ state, actions, dispatch, drawer, onDrawer }: Props) {
    const proof = state.turns.find((turn) => turn.id === state.proof);
    const panel = <DataPanel state={state} actions={actions} dispatch={dispatch} />;
    const close = () => onDrawer(null);

    return (
        <>
            <main class="middle" id="main" tabIndex={-1}>
                <Conversation state={state} actions={actions} dispatch={dispatch} />
                <Composer draft={state.draft} asking={isAsking(state)} actions={actions} dispatch={dispatch} />
            </main>
            <aside class="side" aria-label="Data">{panel}</aside>
            <DropZone onFiles={(files) => void actions.upload(files)} />
            {drawer === "data" && <Drawer title="Data" side="right" onClose={close}>{panel}</Drawer>}
            {drawer === "conversations" && (
                <Drawer title="Conversations" side="left" onClose={close}>
                    <Conversations state={state} actions={actions} onDone={close} />
                </Drawer>
            )}
            {proof?.answer?.evidence && (
                <Drawer title="Proof" side="right" onClose={() => dispatch({ type: "proof", turn: null })}>
                    <Proof question={proof.question} answer={proof.answer} evidence={proof.answer.evidence}
                        verify={actions.verify} />
                </Drawer>
            )}
        </>
    );
}
