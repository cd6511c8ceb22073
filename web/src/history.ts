// history.ts - a conversation that is taken up again: what was said in it, as turns. Pure.

import type { Turn } from "./state";
import type { Answer } from "./types";

export interface Conversation {
    id: string;
    agent: string;
    /** The first thing that was asked; empty before that. */
    title: string;
    updated_at: string;
}

type Part = "status" | "restatement" | "table" | "chart" | "options" | "suggestions";

export interface Message {
    role: "user" | "assistant" | "system";
    content: string;
    /** What else an answer had. */
    metadata?: Partial<Pick<Answer, Part>> | null;
}

const nothing: Answer = {
    conversation_id: null, status: "success", content: "", restatement: "", table: null, suggestions: [], options: [],
    tool_calls: [], confidence: 1, voice: "", processing_time_ms: 0, evidence: null, error: null,
};

function answerOf({ content, metadata }: Message, conversation: string, before: Answer | null): Answer {
    const known = before ?? { ...nothing, ...metadata };

    return { ...known, conversation_id: conversation, content: before ? `${before.content}\n${content}` : content };
}

/** Each question with what was answered to it. `first` is the first turn's id. */
export function turnsOf(messages: Message[], conversation: string, first: number): Turn[] {
    const turns: Turn[] = [];

    for (const message of messages) {
        const open = turns.at(-1);
        if (message.role === "user")
            turns.push({ id: first + turns.length, question: message.content, about: null, requestId: null, steps: [],
                partial: "", reconnecting: false, phase: "stopped", answer: null, failure: null });
        else if (open)
            turns[turns.length - 1] = { ...open, phase: "answered", answer: answerOf(message, conversation, open.answer) };
    }
    return turns;
}
