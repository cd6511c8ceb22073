// store.ts - holds a state and tells who listens. A plain object instead of a hook's own state, because an action that
// waits for the server must see the state as it is then, not as it was.

import { useEffect, useState } from "preact/hooks";

export interface Store<S, A> {
    get(): S;
    dispatch(action: A): void;
    listen(listener: () => void): () => void;
}

export function createStore<S, A>(reduce: (state: S, action: A) => S, initial: S): Store<S, A> {
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

/** A state whose actions are simply what is to be changed of it. */
export type Notes<S> = Store<S, Partial<S>>;

export function createNotes<S extends object>(initial: S): Notes<S> {
    return createStore<S, Partial<S>>((state, change) => ({ ...state, ...change }), initial);
}

export function useStore<S, A>(store: Store<S, A>): S {
    const [state, setState] = useState(store.get());

    useEffect(() => {
        setState(store.get());
        return store.listen(() => setState(store.get()));
    }, [store]);
    return state;
}
