// sse.ts - reads a text/event-stream, as the HTML standard defines it, in whatever pieces it comes.
//
// The browser's own EventSource can only GET, and a question is a POST.

export interface ServerEvent {
    event: string;
    data: string;
    id: string;
}

export class EventReader {
    /** Of the last event that carried one; what a resumed stream starts behind. */
    lastId = "";
    /** How long the server asks to wait before coming back, in milliseconds. */
    retry: number | null = null;

    private rest = "";
    private started = false;
    private event = "";
    private data: string[] = [];
    private id = "";

    /** The events that are complete with this piece. */
    feed(piece: string): ServerEvent[] {
        const events: ServerEvent[] = [];
        let text = this.rest + piece;

        if (!this.started && text.length > 0) {
            this.started = true;
            text = text.replace(/^\uFEFF/, "");
        }
        // A CR at the end may be half of a CRLF: it waits for the next piece.
        const lines = text.split(/\r\n|\n|\r(?!$)/);
        this.rest = lines.pop() ?? "";
        for (const line of lines) {
            const event = this.take(line);
            if (event)
                events.push(event);
        }
        return events;
    }

    private take(line: string): ServerEvent | null {
        if (line === "")
            return this.dispatch();
        const colon = line.indexOf(":");
        if (colon === 0)
            return null;
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "event")
            this.event = value;
        else if (field === "data")
            this.data.push(value);
        else if (field === "id" && !value.includes("\0"))
            this.id = value;
        else if (field === "retry" && /^\d+$/.test(value))
            this.retry = Number(value);
        return null;
    }

    private dispatch(): ServerEvent | null {
        const { event, data } = this;

        this.lastId = this.id;
        this.event = "";
        this.data = [];
        return data.length === 0 ? null : { event: event || "message", data: data.join("\n"), id: this.lastId };
    }
}
