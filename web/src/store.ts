// store.ts - holds the state and tells who listens. A plain object instead of a hook's own state, because an action
// that waits for the server must see the state as it is then, not as it was.

import { useEffect, useState } from "preact/hooks";
import { type Action, type State, initial, reduce } from "./state";

export interface Store {
    get(): State;
    dispatch(action: Action): void;
    listen(listener: () => void): () => void;
}

export function createStore(): Store {
    const listeners = new Set<() => void>();
    let state = initial;

    return {
        get: () => state,
        dispatch(action) {
            state = reduce(state, action);
            for (const listener of listeners)
                listener();
        },
        listen(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}

export function useStore(store: Store): State {
    const [state, setState] = useState(store.get());

    useEffect(() => {
        setState(store.get());
        return store.listen(() => setState(store.get()));
    }, [store]);
    return state;
}
