// json.ts - JSON whose numbers stay as they were written.
//
// A figure the server proves must not be changed on its last inch: as a double, 726014.00 loses its cents and a long id
// its last digits. So a number whose text is not what JavaScript would print becomes a Figure, which keeps the text.
// A browser that does not hand a reviver the text (none since 2025) gets plain numbers.

export class Figure {
    constructor(readonly text: string) {}

    valueOf(): number {
        return Number(this.text);
    }

    toString(): string {
        return this.text;
    }
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

export function parseExact(text: string): unknown {
    return parseWith(text, (_key, value, context) => {
        const source = typeof value === "number" ? context?.source : undefined;
        return source === undefined || source === String(value) ? value : new Figure(source);
    });
}
