// main.tsx - puts the page together. A token comes in the address's fragment, which never leaves the browser; it is
// taken out of the address at once and kept in memory.

import { render } from "preact";
import { createActions } from "./actions";
import { Api } from "./api";
import { App } from "./components/app";
import { createStore } from "./store";
import "./styles/index.css";

function takeToken(): string | null {
    const token = new URLSearchParams(location.hash.slice(1)).get("token");

    if (token)
        history.replaceState(null, "", location.pathname + location.search);
    return token;
}

const store = createStore();
const actions = createActions(new Api(takeToken()), store.get, store.dispatch);
const place = document.getElementById("page");

if (place)
    render(<App store={store} actions={actions} />, place);
void actions.refresh();
