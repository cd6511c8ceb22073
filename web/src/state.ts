// state.ts - everything the page knows, and every way it changes. Pure: no request, no clock, no DOM. It lives in
// memory only; nothing is kept in cookies or in the browser's storage.

import type { Conversation } from "./history";
import type { Answer, Counts, DescribedTable, ErrorBody, SourceFile, Step, TableProfile } from "./types";

export interface Turn {
    id: number;
    question: string;
    /** The file it was asked of; null when there was none. */
    about: SourceFile | null;
    requestId: string | null;
    steps: Step[];
    partial: string;
    /** The stream broke and is being taken up again. */
    reconnecting: boolean;
    phase: "asking" | "answered" | "failed" | "stopped";
    answer: Answer | null;
    failure: ErrorBody | null;
}

export type Profile =
    | { phase: "reading" }
    | { phase: "ready"; tables: DescribedTable[] }
    | { phase: "failed"; error: ErrorBody };

/** What a file's tables hold, counted behind their description; a file can be asked without it. */
export type Counting =
    | { phase: "counting"; step: Step | null }
    | { phase: "counted"; counts: Counts }
    | { phase: "failed"; error: ErrorBody };

export interface State {
    /** null until the server has told. */
    files: SourceFile[] | null;
    chosen: string | null;
    profiles: Record<string, Profile>;
    countings: Record<string, Counting | null>;
    /** Of a file with several tables: the name of the one that is looked at. */
    tables: Record<string, string>;
    /** Names of files on their way to the server. */
    uploading: string[];
    /** What went wrong with a file, until it is dismissed. */
    fileError: ErrorBody | null;
    turns: Turn[];
    /** The server's name for this conversation; null: it has none yet. Kept here only. */
    conversation: string | null;
    /** The user's conversations, the last touched first; null: not known. */
    conversations: Conversation[] | null;
    draft: string;
    online: boolean;
    /** The server wants a token; "refused": the one that was shown is not it. */
    token: "unasked" | "wanted" | "refused";
    /** The turn whose proof is open. */
    proof: number | null;
}

export const initial: State = {
    files: null,
    chosen: null,
    profiles: {},
    countings: {},
    tables: {},
    uploading: [],
    fileError: null,
    turns: [],
    conversation: null,
    conversations: null,
    draft: "",
    online: true,
    token: "unasked",
    proof: null,
};

export type Action =
    | { type: "files"; files: SourceFile[] }
    | { type: "choose"; data: string | null }
    | { type: "profile"; data: string; profile: Profile }
    | { type: "counting"; data: string; counting: Counting | null }
    | { type: "table"; data: string; name: string }
    | { type: "uploading"; name: string }
    | { type: "uploaded"; name: string; file: SourceFile }
    | { type: "not-uploaded"; name: string }
    | { type: "removed"; id: string }
    | { type: "file-error"; error: ErrorBody | null }
    | { type: "draft"; text: string }
    | { type: "ask"; id: number; question: string; about: SourceFile | null }
    | { type: "conversation"; id: string | null }
    | { type: "open"; id: string | null; turns: Turn[] }
    | { type: "conversations"; conversations: Conversation[] | null }
    | { type: "turn"; id: number; change: Partial<Turn> }
    | { type: "step"; id: number; step: Step }
    | { type: "delta"; id: number; text: string }
    | { type: "online"; online: boolean }
    | { type: "token"; token: State["token"] }
    | { type: "proof"; turn: number | null };

/** The list without its first element that is this one. */
function without(list: string[], one: string): string[] {
    const at = list.indexOf(one);

    return at < 0 ? list : list.toSpliced(at, 1);
}

function changeTurn(state: State, id: number, change: (turn: Turn) => Partial<Turn>): State {
    const turns = state.turns.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn));

    return { ...state, turns };
}

/** The chosen one stays chosen, and who chose none has none; else it is the newest. */
function setFiles(state: State, files: SourceFile[]): State {
    const isNone = state.files !== null && state.files.length > 0 && state.chosen === null;
    const still = isNone || files.some((file) => file.data === state.chosen);

    return { ...state, files, chosen: still ? state.chosen : (files[0]?.data ?? null) };
}

function newTurn(id: number, question: string, about: SourceFile | null): Turn {
    return { id, question, about, requestId: null, steps: [], partial: "", reconnecting: false, phase: "asking",
        answer: null, failure: null };
}

export function reduce(state: State, action: Action): State {
    switch (action.type) {
    case "files":
        return setFiles(state, action.files);
    case "choose":
        return { ...state, chosen: action.data };
    case "profile":
        return { ...state, profiles: { ...state.profiles, [action.data]: action.profile } };
    case "counting":
        return { ...state, countings: { ...state.countings, [action.data]: action.counting } };
    case "table":
        return { ...state, tables: { ...state.tables, [action.data]: action.name } };
    case "uploading":
        return { ...state, uploading: [...state.uploading, action.name], fileError: null };
    case "uploaded": {
        const files = [action.file, ...(state.files ?? []).filter((file) => file.id !== action.file.id)];
        return { ...state, files, chosen: action.file.data, uploading: without(state.uploading, action.name) };
    }
    case "not-uploaded":
        return { ...state, uploading: without(state.uploading, action.name) };
    case "removed":
        return setFiles(state, (state.files ?? []).filter((file) => file.id !== action.id));
    case "file-error":
        return { ...state, fileError: action.error };
    case "draft":
        return { ...state, draft: action.text };
    case "ask":
        return { ...state, draft: "", turns: [...state.turns, newTurn(action.id, action.question, action.about)] };
    case "conversation":
        return { ...state, conversation: action.id };
    case "open":
        return { ...state, conversation: action.id, turns: action.turns, proof: null };
    case "conversations":
        return { ...state, conversations: action.conversations };
    case "turn":
        return changeTurn(state, action.id, () => action.change);
    case "step":
        return changeTurn(state, action.id, (turn) => ({ steps: [...turn.steps, action.step], reconnecting: false }));
    case "delta":
        return changeTurn(state, action.id, (turn) => ({ partial: turn.partial + action.text, reconnecting: false }));
    case "online":
        return { ...state, online: action.online };
    case "token":
        return { ...state, token: action.token };
    case "proof":
        return { ...state, proof: action.turn };
    }
}

export function chosenFile(state: State): SourceFile | null {
    return state.files?.find((file) => file.data === state.chosen) ?? null;
}

/** What is looked at: the chosen file's tables, the chosen one of them, and what was counted of that. */
export interface View {
    tables: DescribedTable[];
    table: DescribedTable;
    counts: TableProfile | undefined;
    counting: Counting | null;
}

export function chosenView(state: State): View | null {
    const profile = state.profiles[state.chosen ?? ""];

    if (!state.chosen || profile?.phase !== "ready")
        return null;
    const { tables } = profile;
    const table = tables.find((one) => one.name === state.tables[state.chosen ?? ""]) ?? tables[0];
    const counting = state.countings[state.chosen] ?? null;
    const counts = counting?.phase === "counted" ? counting.counts.tables : [];
    return table ? { tables, table, counting, counts: counts.find((one) => one.name === table.name) } : null;
}

export function isAsking(state: State): boolean {
    return state.turns.at(-1)?.phase === "asking";
}
