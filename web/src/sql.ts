// sql.ts - SQL cut into pieces, so that it can be shown with its words set apart and a line for each clause. Only its
// looks change: joined again without the line ends that were put in, the pieces are the text.

export type Kind = "word" | "name" | "text" | "number" | "other";

export interface Piece {
    kind: Kind;
    text: string;
    /** A clause starts here: shown on a line of its own. */
    clause: boolean;
}

const PIECES = /("(?:[^"]|"")*")|('(?:[^']|'')*')|(\b\d+(?:\.\d+)?\b)|([A-Za-z_]\w*)|([^"'\w]+|.)/gs;
const CLAUSES = new Set(["from", "where", "group", "having", "order", "limit", "union", "join", "left"]);
const WORDS = new Set([...CLAUSES, "select", "as", "by", "and", "or", "not", "in", "is", "null", "asc", "desc",
    "nulls", "first", "last", "distinct", "case", "when", "then", "else", "end", "between", "like", "ilike", "on",
    "with", "over", "partition", "cast", "offset", "filter", "interval", "date", "true", "false", "inner", "outer",
    "using", "all"]);

export function sqlPieces(sql: string): Piece[] {
    const pieces: Piece[] = [];
    let depth = 0;

    for (const match of sql.matchAll(PIECES)) {
        const [text, name, literal, number, word] = match;
        const known = word !== undefined && WORDS.has(word.toLowerCase());
        const kind = name ? "name" : literal ? "text" : number ? "number" : known ? "word" : "other";
        const clause = known && depth === 0 && pieces.length > 0 && CLAUSES.has(word.toLowerCase());
        pieces.push({ kind, text, clause });
        if (kind === "other" && !word)
            for (const c of text)
                depth += c === "(" ? 1 : c === ")" ? -1 : 0;
    }
    return pieces;
}
