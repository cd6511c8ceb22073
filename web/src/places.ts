// places.ts - the page's five places and their addresses. A place is a fragment (#/tasks, #/runs/ID), so that links,
// the back button and a reload work without a request. What is no place's fragment leaves the page where it is.

import { useEffect, useState } from "preact/hooks";

export const PLACES = ["chat", "investigate", "tasks", "documents", "runs"] as const;
export type Place = (typeof PLACES)[number];

export interface Spot {
    place: Place;
    /** Of what is looked at there; null: nothing in particular. */
    id: string | null;
}

export const titles: Record<Place, string> = {
    chat: "Chat", investigate: "Investigate", tasks: "Tasks", documents: "Documents", runs: "Runs",
};

const START: Spot = { place: "chat", id: null };

function isPlace(word: string | undefined): word is Place {
    return PLACES.some((place) => place === word);
}

function decoded(text: string): string | null {
    try {
        return decodeURIComponent(text);
    } catch {
        return null;
    }
}

/** null: the fragment is none of a place. */
export function spotOf(hash: string): Spot | null {
    if (hash === "" || hash === "#")
        return START;
    const [start, place, id] = hash.split("/");
    return start === "#" && isPlace(place) ? { place, id: id ? decoded(id) : null } : null;
}

export function addressOf(place: Place, id?: string): string {
    return `#/${place}${id ? `/${encodeURIComponent(id)}` : ""}`;
}

export function goTo(place: Place, id?: string): void {
    location.hash = addressOf(place, id);
}

export function useSpot(): Spot {
    const [spot, setSpot] = useState(spotOf(location.hash) ?? START);

    useEffect(() => {
        const change = () => setSpot((before) => spotOf(location.hash) ?? before);
        addEventListener("hashchange", change);
        return () => removeEventListener("hashchange", change);
    }, []);
    return spot;
}
