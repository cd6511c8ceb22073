// api.ts - the server's routes as functions, and the ways a call can fail: the server says why (Refusal; with status
// 401 it wants a token first), or it is not there (Unreachable). What only one place needs is in that place's folder.

import { errorBody, notUnderstood } from "./errors";
import { parseExact } from "./json";
import type { Confirmation, DescribedTable, ErrorBody, Page, SourceFile, Verdict } from "./types";

const A_PAGE = 100;

export class Refusal extends Error {
    /** what: all that was sent. */
    constructor(readonly status: number, readonly body: ErrorBody, readonly what: unknown = null) {
        super(body.message);
    }

    /** Of a call that waits for a yes. */
    get confirmation(): Confirmation | null {
        const { confirmation } = (this.what ?? {}) as { confirmation?: Confirmation };
        return this.status === 409 && typeof confirmation?.token === "string" ? confirmation : null;
    }
}

export class Unreachable extends Error {}

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
        if (!response.ok) {
            const what = parsed(await response.text().catch(() => ""));
            throw new Refusal(response.status, errorBody(what), what);
        }
        return response;
    }

    private async json<T>(method: string, path: string, init?: RequestInit): Promise<T> {
        const response = await this.send(method, path, init);
        const value = parsed(await response.text());

        if (value === null || typeof value !== "object")
            throw new Refusal(response.status, notUnderstood);
        return value as T;
    }

    get<T>(path: string): Promise<T> {
        return this.json("GET", path);
    }

    /** Sends JSON: with POST unless said. */
    post<T>(path: string, body: object, method = "POST", signal: AbortSignal | null = null): Promise<T> {
        const headers = { "Content-Type": "application/json" };
        return this.json(method, path, { body: JSON.stringify(body), headers, signal });
    }

    /** Calls an operation; the signal gives up waiting for it. */
    op<T>(name: string, args: object, signal?: AbortSignal): Promise<T> {
        return this.post(`/api/ops/${name}`, args, "POST", signal);
    }

    async delete(path: string): Promise<void> {
        await this.send("DELETE", path);
    }

    /** Sends a file, and beside it what is said about it. */
    bring<T>(path: string, file: File, description?: string): Promise<T> {
        const body = new FormData();

        body.append("file", file, file.name);
        if (description !== undefined)
            body.append("description", description);
        return this.json("POST", path, { body });
    }

    /** All of a list that comes in pages, up to `most`. */
    async all<T>(path: string, most = Infinity): Promise<T[]> {
        const all: T[] = [];

        for (;;) {
            const limit = Math.min(A_PAGE, most - all.length);
            const page = await this.get<Page<T>>(`${path}?offset=${all.length}&limit=${limit}`);
            all.push(...page.items);
            if (page.items.length === 0 || all.length >= Math.min(page.total, most))
                return all;
        }
    }

    files(): Promise<SourceFile[]> {
        return this.all("/api/files");
    }

    upload(file: File): Promise<SourceFile> {
        return this.bring("/api/files", file);
    }

    remove(id: string): Promise<void> {
        return this.delete(`/api/files/${encodeURIComponent(id)}`);
    }

    async describe(data: string): Promise<DescribedTable[]> {
        return (await this.op<{ tables: DescribedTable[] }>("data.describe", { data: [data] })).tables;
    }

    verify(): Promise<Verdict> {
        return this.get("/api/audit/verify");
    }

    /** Ends a call that streams: its path, and the id its stream came with. */
    cancel(path: string, requestId: string): Promise<void> {
        return this.delete(`${path}/${encodeURIComponent(requestId)}`);
    }

    /** Throws when the server is not there; one that is there but not well is. */
    async health(): Promise<void> {
        try {
            await this.send("GET", "/health", { signal: AbortSignal.timeout(3000) });
        } catch (error) {
            if (!(error instanceof Refusal))
                throw error;
        }
    }
}
