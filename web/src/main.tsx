// main.tsx - puts the page together. A token comes in the address's fragment, which never leaves the browser; it is
// taken out of the address at once and kept in memory.

import { render } from "preact";
import { createActions } from "./actions";
import { Api } from "./api";
import { App } from "./components/app";
import { createDocuments } from "./documents/model";
import { createInvestigate } from "./investigate/model";
import { createRuns } from "./runs/model";
import { type Action, type State, initial, reduce } from "./state";
import { createStore } from "./store";
import "./styles/index.css";
import { createTasks } from "./tasks/model";
import { createReminders } from "./tasks/reminders";

function takeToken(): string | null {
    const token = new URLSearchParams(location.hash.slice(1)).get("token");

    if (token)
        history.replaceState(null, "", location.pathname + location.search);
    return token;
}

const api = new Api(takeToken());
const store = createStore<State, Action>(reduce, initial);
const actions = createActions(api, store.get, store.dispatch);
const { explain } = actions;
const tasks = createTasks(api, explain);
const models = {
    tasks,
    reminders: createReminders(api, tasks),
    documents: createDocuments(api, explain),
    investigate: createInvestigate(api, explain),
    runs: createRuns(api, explain),
};
const place = document.getElementById("page");

if (place)
    render(<App store={store} actions={actions} models={models} />, place);
void actions.refresh();
