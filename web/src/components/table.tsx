// table.tsx - an answer's table: sorted by a click on a heading, copied, saved as CSV. Numbers stand on the right with
// their thousands separated; a bar helps where one figure is compared over a handful of labels.
//
// A long one shows its first rows until more is wanted: a conversation stays quick with many of them in it.

import { useMemo, useState } from "preact/hooks";
import { sayQuoted, toCsv, toTabs } from "../csv";
import { count, isLabel, isNumber, showCell } from "../format";
import { save } from "../save";
import { type Order, nextOrder, sortRows } from "../sort";
import type { Cell, Table } from "../types";
import { CopyButton } from "./copy";
import { Icon } from "./icons";

const FIRST_ROWS = 10;
const MOST_BARS = 25; // more than this are a picture of nothing

interface Shape {
    numeric: boolean[];
    labels: boolean[];
    /** The column with bars and its largest figure; null: none. */
    bars: { column: number; most: number } | null;
}

function shapeOf({ columns, rows }: Table, isCharted: boolean): Shape {
    const labels = columns.map(isLabel);
    const filled = (i: number) => rows.map((row) => row[i]).filter((cell) => cell !== null);
    const numeric = columns.map((_, i) => filled(i).length > 0 && filled(i).every(isNumber));
    const last = columns.length - 1;
    const figures = rows.map((row) => Number(row[last]));
    const most = Math.max(...figures);
    const fits = !isCharted && columns.length > 1 && rows.length > 1 && rows.length <= MOST_BARS && numeric[last] && !labels[last] &&
        columns.every((_, i) => i === last || !numeric[i] || labels[i]);

    return { labels, numeric, bars: fits && most > 0 && figures.every((n) => n >= 0) ? { column: last, most } : null };
}

export function Bar({ share }: { share: number }) {
    return (
        <svg class="cell-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect width={100} height={6} class="cell-bar-ground" /><rect width={100 * share} height={6} />
        </svg>
    );
}

function Row({ row, shape }: { row: Cell[]; shape: Shape }) {
    const { bars } = shape;

    return (
        <tr>
            {row.map((cell, i) => (
                <td key={i} class={shape.numeric[i] ? "number" : undefined}>
                    {cell === null ? <span class="faint">empty</span> : showCell(cell, shape.labels[i] ?? false)}
                </td>
            ))}
            {bars && <td class="bar-cell"><Bar share={Number(row[bars.column]) / bars.most} /></td>}
        </tr>
    );
}

interface HeadProps {
    name: string;
    numeric: boolean;
    order: Order["direction"] | "none";
    onSort: () => void;
}

const arrows = { none: "", ascending: "↑", descending: "↓" };

function Head({ name, numeric, order, onSort }: HeadProps) {
    return (
        <th scope="col" aria-sort={order} class={numeric ? "number" : undefined}>
            <button type="button" onClick={onSort}>
                {name}<span class="arrow" aria-hidden="true">{arrows[order]}</span>
            </button>
        </th>
    );
}

interface Props {
    table: Table;
    name: string;
    /** There is a chart of it already. */
    isCharted?: boolean;
}

export function AnswerTable({ table, name, isCharted = false }: Props) {
    const [order, setOrder] = useState<Order | null>(null);
    const [whole, showWhole] = useState(false);
    const [note, setNote] = useState("");
    const shape = useMemo(() => shapeOf(table, isCharted), [table, isCharted]);
    const sorted = useMemo(() => sortRows(table.rows, order), [table, order]);
    const shown = whole ? sorted : sorted.slice(0, FIRST_ROWS);
    const { columns, metadata } = table;
    const saved = metadata.is_truncated ? `${name} first ${table.rows.length}` : name;

    function saveCsv(): void {
        save(toCsv(columns, sorted), saved, "csv", "text/csv");
        setNote(sayQuoted(columns, sorted));
    }

    return (
        <div class="card table-card">
            <div class={whole ? "table-scroll whole" : "table-scroll"} role="region" tabIndex={0}
                aria-label={`Table: ${name}`}>
                <table>
                    <thead>
                        <tr>
                            {columns.map((column, i) => (
                                <Head key={i} name={column} numeric={shape.numeric[i] ?? false}
                                    order={order?.column === i ? order.direction : "none"}
                                    onSort={() => setOrder(nextOrder(order, i))} />
                            ))}
                            {shape.bars && <td class="bar-cell" />}
                        </tr>
                    </thead>
                    <tbody>{shown.map((row, i) => <Row key={i} row={row} shape={shape} />)}</tbody>
                </table>
            </div>
            <div class="table-foot">
                <span class="faint">
                    {metadata.is_truncated
                        ? `The first ${table.rows.length.toLocaleString("en")} of ${metadata.row_count.toLocaleString("en")} rows`
                        : count(table.rows.length, "row")}
                </span>
                {table.rows.length > FIRST_ROWS && (
                    <button type="button" class="button plain small" aria-expanded={whole}
                        onClick={() => showWhole(!whole)}>
                        {whole ? `Show the first ${FIRST_ROWS}` : `Show ${metadata.is_truncated ? "these" : "all"} ${count(table.rows.length, "row")}`}
                    </button>
                )}
                <span class="row end">
                    <CopyButton text={() => toTabs(columns, sorted)} what="the table" />
                    <button type="button" class="button quiet small" onClick={saveCsv}>
                        <Icon name="down" /><span>{metadata.is_truncated ? `CSV of these ${table.rows.length}` : "CSV"}</span>
                    </button>
                </span>
            </div>
            {note && <p class="faint" role="status">{note}</p>}
        </div>
    );
}
