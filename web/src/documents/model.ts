// model.ts (documents) - what is indexed, and questions of it. Nothing of a question is kept anywhere: it lives in this
// object until the place is left.

import type { Explain } from "../actions";
import type { Api } from "../api";
import { type Notes, createNotes } from "../store";
import type { Answer, ErrorBody, Source } from "../types";

export interface Document {
    id: string;
    title: string;
    name: string;
    bytes: number;
    passages: number;
    created_at: string;
}

/** What came of a file that was brought; one file can hold many documents. */
export interface Receipt {
    added: number;
    replaced: number;
    unchanged: number;
    skipped: unknown[];
    chunks_in: number;
    chunks_stored: number;
}

export interface Asked {
    id: number;
    question: string;
    answer: Answer | null;
    failure: ErrorBody | null;
}

/** A passage, with what is quoted of it; null before it was found. */
export interface Passage {
    source: Source;
    text: string | null;
    failure: ErrorBody | null;
}

export interface State {
    documents: Document[] | null;
    error: ErrorBody | null;
    adding: string[];
    receipts: { name: string; receipt: Receipt }[];
    /** Files of the last lot that could not be brought. */
    refused: { name: string; error: ErrorBody }[];
    /** The document that is to be removed, once that is said again. */
    leaving: string | null;
    asked: Asked[];
    busy: boolean;
    passage: Passage | null;
}

export const initial: State = {
    documents: null, error: null, adding: [], receipts: [], refused: [], leaving: null, asked: [], busy: false,
    passage: null,
};

const A_PASSAGE_OF = 20; // so many results are looked through for the one that was quoted

interface Found {
    title: string | null;
    chapter: string | null;
    section: string | null;
    text: string;
}

const squeezed = (text: string) => text.replace(/\s+/g, " ").trim();

/** Of what was found the passage that holds the quotation, else the one at the same place. */
export function passageOf(source: Source, found: Found[]): string | null {
    const quote = squeezed(source.quote ?? "").replace(/(\.\.\.|…)$/, "");
    const here = found.filter((one) => one.chapter === source.chapter && one.section === source.section);
    const holds = (one: Found) => quote !== "" && squeezed(one.text).includes(quote);

    return (here.find(holds) ?? found.find(holds) ?? here[0])?.text ?? null;
}

/** The text before the quotation, the quotation, and the text behind it. Blanks are not looked at. */
export function marked(text: string, quote: string | null): [string, string, string] {
    const words = squeezed(quote ?? "").replace(/(\.\.\.|…)$/, "").split(" ").filter(Boolean)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const match = words.length > 0 ? new RegExp(words.join("\\s+")).exec(text) : null;

    if (!match)
        return [text, "", ""];
    const end = match.index + match[0].length;
    return [text.slice(0, match.index), match[0], text.slice(end)];
}

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(api: Api, explain: Explain) {
    const notes: Notes<State> = createNotes(initial);
    let asking = 0;

    async function refresh(): Promise<void> {
        try {
            notes.dispatch({ documents: await api.all<Document>("/api/documents"), error: null });
        } catch (error) {
            notes.dispatch({ error: explain(error) });
        }
    }

    async function add(files: Iterable<File>): Promise<void> {
        notes.dispatch({ error: null, receipts: [], refused: [] });
        for (const file of files) {
            notes.dispatch({ adding: [...notes.get().adding, file.name] });
            try {
                const receipt = await api.bring<Receipt>("/api/documents", file);
                notes.dispatch({ receipts: [...notes.get().receipts, { name: file.name, receipt }] });
                await refresh();
            } catch (error) {
                notes.dispatch({ refused: [...notes.get().refused, { name: file.name, error: explain(error) }] });
            }
            notes.dispatch({ adding: notes.get().adding.filter((name) => name !== file.name) });
        }
    }

    async function remove(id: string): Promise<void> {
        try {
            await api.delete(`/api/documents/${encodeURIComponent(id)}`);
            notes.dispatch({ leaving: null, receipts: [], refused: [] });
            await refresh();
        } catch (error) {
            notes.dispatch({ leaving: null, error: explain(error) });
        }
    }

    function change(id: number, part: Partial<Asked>): void {
        notes.dispatch({ asked: notes.get().asked.map((one) => (one.id === id ? { ...one, ...part } : one)) });
    }

    async function ask(words: string): Promise<void> {
        const question = words.trim();
        const id = ++asking;

        if (!question || notes.get().busy)
            return;
        notes.dispatch({ busy: true, asked: [...notes.get().asked, { id, question, answer: null, failure: null }] });
        try {
            const answer = await api.op<Answer>("docs.ask", { question });
            change(id, answer.status === "error" && answer.error ? { failure: answer.error } : { answer });
        } catch (error) {
            change(id, { failure: explain(error) });
        }
        // What was closed in the meantime stays closed.
        if (notes.get().asked.some((one) => one.id === id))
            notes.dispatch({ busy: false });
    }

    /** Finds the passage of a source, to show it whole. */
    async function open(source: Source, question: string): Promise<void> {
        notes.dispatch({ passage: { source, text: null, failure: null } });
        try {
            const args = { query: source.quote ?? question, k: A_PASSAGE_OF };
            const { results } = await api.op<{ results: Found[] }>("docs.search", args);
            const text = passageOf(source, results) ?? source.quote ?? "";
            if (notes.get().passage?.source === source)
                notes.dispatch({ passage: { source, text, failure: null } });
        } catch (error) {
            if (notes.get().passage?.source === source)
                notes.dispatch({ passage: { source, text: source.quote, failure: explain(error) } });
        }
    }

    return {
        notes, refresh, add, remove, ask, open,
        leave: (id: string | null) => notes.dispatch({ leaving: id }),
        closePassage: () => notes.dispatch({ passage: null }),
        /** Forgets what was asked. */
        clear: () => notes.dispatch({ asked: [], busy: false, passage: null }),
    };
}
