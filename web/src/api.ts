// api.ts - the server's routes as functions, and the ways a call can fail: the server says why (Refusal; with status
// 401 it wants a token first), or it is not there (Unreachable).

import { parseExact } from "./json";
import type { DescribedTable, ErrorBody, SourceFile, Verdict } from "./types";

const FILES_A_PAGE = 100;

export class Refusal extends Error {
    constructor(readonly status: number, readonly body: ErrorBody) {
        super(body.message);
    }
}

export class Unreachable extends Error {}

const unknown: ErrorBody = {
    message: "The server gave an answer this page does not understand.",
    correlation_id: null,
    error_code: "UNKNOWN",
    can_retry: true,
    suggested_action: "Reload the page; if it stays, the page and the program may be of different versions.",
};

/** The error object in what a server sent, with or without its wrapping. */
export function errorBody(value: unknown): ErrorBody {
    const inner = (value as { error?: unknown } | null)?.error ?? value;
    const body = inner as Partial<ErrorBody> | null;

    return body && typeof body.message === "string" ? { ...unknown, suggested_action: null, ...body } : unknown;
}

function parsed(text: string): unknown {
    try {
        return parseExact(text);
    } catch {
        return null;
    }
}

export class Api {
    constructor(public token: string | null) {}

    /** Sends, and gives the response when it is a good one. */
    async send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
        const headers = new Headers(init.headers);
        let response: Response;

        if (this.token)
            headers.set("Authorization", `Bearer ${this.token}`);
        try {
            response = await fetch(path, { ...init, method, headers, cache: "no-store", credentials: "omit" });
        } catch (error) {
            if (init.signal?.aborted)
                throw error;
            throw new Unreachable("The server does not answer.");
        }
        if (!response.ok)
            throw new Refusal(response.status, errorBody(parsed(await response.text().catch(() => ""))));
        return response;
    }

    private async json(method: string, path: string, init?: RequestInit): Promise<unknown> {
        const response = await this.send(method, path, init);
        const value = parsed(await response.text());

        if (value === null || typeof value !== "object")
            throw new Refusal(response.status, unknown);
        return value;
    }

    async files(): Promise<SourceFile[]> {
        const all: SourceFile[] = [];

        for (;;) {
            const path = `/api/files?offset=${all.length}&limit=${FILES_A_PAGE}`;
            const page = (await this.json("GET", path)) as { items: SourceFile[]; total: number };
            all.push(...page.items);
            if (page.items.length === 0 || all.length >= page.total)
                return all;
        }
    }

    async upload(file: File): Promise<SourceFile> {
        const body = new FormData();

        body.append("file", file, file.name);
        return (await this.json("POST", "/api/files", { body })) as SourceFile;
    }

    async remove(id: string): Promise<void> {
        await this.send("DELETE", `/api/files/${encodeURIComponent(id)}`);
    }

    async describe(data: string): Promise<DescribedTable[]> {
        const body = JSON.stringify({ data: [data] });
        const headers = { "Content-Type": "application/json" };
        const found = await this.json("POST", "/api/ops/data.describe", { body, headers });

        return (found as { tables: DescribedTable[] }).tables;
    }

    async verify(): Promise<Verdict> {
        return (await this.json("GET", "/api/audit/verify")) as Verdict;
    }

    /** Ends a call that streams: its path, and the id its stream came with. */
    async cancel(path: string, requestId: string): Promise<void> {
        await this.send("DELETE", `${path}/${encodeURIComponent(requestId)}`);
    }

    async health(): Promise<void> {
        await this.send("GET", "/health", { signal: AbortSignal.timeout(3000) });
    }
}
