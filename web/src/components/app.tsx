// app.tsx - the page's frame: the header, the places, and the one that is looked at.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Actions } from "../actions";
import { DocumentsPlace } from "../documents/view";
import type { Documents } from "../documents/model";
import { InvestigatePlace } from "../investigate/view";
import type { Investigate } from "../investigate/model";
import { type Spot, titles, useSpot } from "../places";
import type { Runs } from "../runs/model";
import { RunsPlace } from "../runs/view";
import type { Action, State } from "../state";
import { type Store, useStore } from "../store";
import type { Tasks } from "../tasks/model";
import { Note, Ringing } from "../tasks/note";
import type { Reminders } from "../tasks/reminders";
import { TasksPlace } from "../tasks/view";
import { ChatPlace } from "./chat";
import { Conversations } from "./conversations";
import { Header } from "./header";
import { isInDialog, isTyping } from "./keys";
import { Places } from "./nav";
import { Offline } from "./offline";
import { useReturn } from "./place";
import { TokenForm } from "./token-form";

export interface Models {
    tasks: Tasks;
    reminders: Reminders;
    documents: Documents;
    investigate: Investigate;
    runs: Runs;
}

interface Props {
    store: Store<State, Action>;
    actions: Actions;
    models: Models;
}

/** "/" goes to the question, from anywhere that is not a text box or a dialog. */
function useSlash(): void {
    useEffect(() => {
        function press(event: KeyboardEvent) {
            const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
            if (event.key !== "/" || !plain || isTyping(event.target) || isInDialog())
                return;
            event.preventDefault();
            document.getElementById("question")?.focus();
        }
        addEventListener("keydown", press);
        return () => removeEventListener("keydown", press);
    }, []);
}

/** Another place begins at its top, with its own title and with the focus in it. */
function useArrival({ place, id }: Spot): void {
    const isFirst = useRef(true);

    useEffect(() => {
        document.title = place === "chat" ? "assay" : `${titles[place]} · assay`;
        if (!isFirst.current) {
            scrollTo(0, 0);
            document.getElementById("main")?.focus({ preventScroll: true });
        }
        isFirst.current = false;
    }, [place, id]);
}

/** The first stop of the keyboard: past everything that is the same everywhere. */
function Skip({ isChat }: { isChat: boolean }) {
    function skip(event: Event) {
        event.preventDefault();
        document.getElementById(isChat ? "question" : "main")?.focus();
    }

    return (
        <a class="skip" href={isChat ? "#question" : "#main"} onClick={skip}>
            {isChat ? "Skip to the question" : "Skip to the content"}
        </a>
    );
}

function OtherPlace({ spot, state, actions, models }: Omit<Props, "store"> & { spot: Spot; state: State }) {
    const { online } = state;

    switch (spot.place) {
    case "investigate":
        return <InvestigatePlace model={models.investigate} id={spot.id} online={online} />;
    case "tasks":
        return <TasksPlace model={models.tasks} reminders={models.reminders} online={online} />;
    case "documents":
        return <DocumentsPlace model={models.documents} online={online} />;
    case "runs":
        return <RunsPlace model={models.runs} id={spot.id} online={online} files={state.files} verify={actions.verify} />;
    case "chat":
        return null;
    }
}

function Frame({ store, actions, models, state }: Props & { state: State }) {
    const spot = useSpot();
    const [drawer, setDrawer] = useState<"data" | "conversations" | null>(null);
    const isChat = spot.place === "chat";

    useSlash();
    useArrival(spot);
    useEffect(() => (state.online ? models.reminders.watch() : undefined), [models.reminders, state.online]);
    return (
        <>
            <Skip isChat={isChat} />
            <Header onData={isChat ? () => setDrawer("data") : null}
                onConversations={isChat ? () => setDrawer("conversations") : null} />
            {!state.online && <Offline onRetry={() => void actions.reconnect()} />}
            <Ringing model={models.reminders} />
            <div class={isChat ? "frame three" : "frame"}>
                <div class="left">
                    <Places place={spot.place} />
                    {isChat && <div class="if-wide"><Conversations state={state} actions={actions} /></div>}
                </div>
                {isChat
                    ? <ChatPlace state={state} actions={actions} dispatch={store.dispatch} drawer={drawer}
                        onDrawer={setDrawer} />
                    : <OtherPlace spot={spot} state={state} actions={actions} models={models} />}
            </div>
            <Note model={models.tasks} />
        </>
    );
}

export function App(props: Props) {
    const state = useStore(props.store);
    const { actions } = props;

    useReturn(actions.reconnect);
    if (state.token !== "unasked")
        return <TokenForm refused={state.token === "refused"} onToken={(token) => void actions.useToken(token)} />;
    return <Frame {...props} state={state} />;
}
