// graph.tsx - a plan as a picture: each step a box, each dependency a line to the right. The same steps stand in a list
// below it, in words.

import { type Node, layOut } from "../graph";

const WIDE = 156, HIGH = 52, GAP_X = 28, GAP_Y = 16, EDGE = 2;
const CHARS = 19;
const SMALLEST = 0.85; // it shrinks to its place down to this, so that its text can be read, and is scrolled below it

export interface Box extends Node {
    title: string;
    note: string;
    tone: "good" | "bad" | "plain";
}

const cut = (text: string) => (text.length > CHARS ? `${text.slice(0, CHARS - 1)}…` : text);

export function Graph({ boxes, label }: { boxes: Box[]; label: string }) {
    const { nodes, edges, columns, rows } = layOut(boxes);
    const places = new Map(nodes.map((node) => [node.id,
        { x: EDGE + node.column * (WIDE + GAP_X), y: EDGE + node.row * (HIGH + GAP_Y) }]));
    const width = columns * (WIDE + GAP_X) - GAP_X + 2 * EDGE;
    const height = rows * (HIGH + GAP_Y) - GAP_Y + 2 * EDGE;

    return (
        <div class="graph" role="region" tabIndex={0} aria-label={label}>
            <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} style={{ minWidth: SMALLEST * width }}
                role="img" aria-label={label}>
                {edges.map(({ from, to }) => {
                    const a = places.get(from), b = places.get(to);
                    const x = (a?.x ?? 0) + WIDE, y = (a?.y ?? 0) + HIGH / 2, end = (b?.y ?? 0) + HIGH / 2;
                    const bend = GAP_X / 2, far = b?.x ?? 0;
                    return <path key={`${from} ${to}`} class="graph-line"
                        d={`M${x} ${y}C${x + bend} ${y} ${far - bend} ${end} ${far - 5} ${end}m-5 -4l5 4l-5 4`} />;
                })}
                {boxes.map((box) => {
                    const { x, y } = places.get(box.id) ?? { x: 0, y: 0 };
                    return (
                        <g key={box.id} class={`graph-box ${box.tone}`}>
                            <title>{box.title}: {box.note}</title>
                            <rect x={x} y={y} width={WIDE} height={HIGH} rx={8} />
                            <text class="graph-title" x={x + 12} y={y + 22}>{cut(box.title)}</text>
                            <text class="graph-note" x={x + 12} y={y + 39}>{cut(box.note)}</text>
                        </g>
                    );
                })}
            </svg>
        </div>
    );
}
