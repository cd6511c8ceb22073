// graph.ts - a plan's steps as a graph: which column and row each stands in, so that every line goes to the right. Pure.

export interface Node {
    id: string;
    /** Those that come first; names of none are left out. */
    after: string[];
}

export interface Placed {
    id: string;
    column: number;
    row: number;
}

export interface Layout {
    nodes: Placed[];
    edges: { from: string; to: string }[];
    columns: number;
    rows: number;
}

/** How long the longest way to each is. A circle, which no plan has, ends where it began. */
function columnsOf(nodes: Node[]): Map<string, number> {
    const known = new Map(nodes.map((node) => [node.id, node]));
    const columns = new Map<string, number>();

    function column(id: string, way: string[]): number {
        const node = known.get(id);
        const found = columns.get(id);
        if (found !== undefined || !node || way.includes(id))
            return found ?? 0;
        const before = node.after.filter((one) => known.has(one)).map((one) => column(one, [...way, id]) + 1);
        const value = Math.max(0, ...before);
        columns.set(id, value);
        return value;
    }
    for (const node of nodes)
        column(node.id, []);
    return columns;
}

export function layOut(nodes: Node[]): Layout {
    const columns = columnsOf(nodes);
    const filled = new Map<number, number>();
    const rows = new Map<string, number>();
    const order = nodes.toSorted((a, b) => (columns.get(a.id) ?? 0) - (columns.get(b.id) ?? 0));

    // Each goes beside the first it comes after, or below what stands there already.
    for (const { id, after } of order) {
        const column = columns.get(id) ?? 0;
        const wished = Math.min(...after.map((one) => rows.get(one) ?? Infinity));
        const row = Math.max(filled.get(column) ?? 0, Number.isFinite(wished) ? wished : 0);
        rows.set(id, row);
        filled.set(column, row + 1);
    }
    return {
        nodes: nodes.map(({ id }) => ({ id, column: columns.get(id) ?? 0, row: rows.get(id) ?? 0 })),
        edges: nodes.flatMap(({ id, after }) => after.filter((one) => rows.has(one)).map((from) => ({ from, to: id }))),
        columns: Math.max(0, ...columns.values()) + 1,
        rows: Math.max(0, ...filled.values()),
    };
}
