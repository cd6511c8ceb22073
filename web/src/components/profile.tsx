// profile.tsx - what a file holds: its tables, of which one is looked at, how many rows that has, what was assumed, its
// columns, and how tables belong together. What takes longer to count is added when it comes.

import { useMemo, useState } from "preact/hooks";
import { count, showShare } from "../format";
import { type Action, type Counting, type State, type View, chosenView } from "../state";
import type { Counts, DescribedTable, ErrorBody, SourceFile, TableProfile } from "../types";
import { ColumnRow } from "./column";
import { Failure } from "./failure";

const FEW_NOTES = 2;
const FIRST_COLUMNS = 100;

function TablePicker({ view, onTable }: { view: View; onTable: (name: string) => void }) {
    return (
        <label class="picker">
            <span class="faint">{count(view.tables.length, "table")}</span>
            <select class="input" aria-label="Table" value={view.table.name}
                onChange={(event) => onTable(event.currentTarget.value)}>
                {view.tables.map((table) => (
                    <option key={table.name} value={table.name}>{table.name} ({count(table.row_count, "row")})</option>
                ))}
            </select>
            <span class="faint">Say a table's name in a question to be sure that it is the one asked.</span>
        </label>
    );
}

function Size({ table, counts, counting }: Pick<View, "table" | "counts" | "counting">) {
    return (
        <p class="profile-size">
            <strong>{count(table.row_count, "row")}</strong>
            <span>{count(table.columns.length, "column")}</span>
            {counting?.phase === "counting" && (
                <span class="profile-busy"><span class="spinner" />{stepOf(counting)}</span>
            )}
            {counts && <span>Quality {showShare(Number(counts.quality), 1)}</span>}
        </p>
    );
}

function stepOf({ step }: Extract<Counting, { phase: "counting" }>): string {
    return step && step.of > 2 ? `Counting ${step.n} of ${step.of}` : "Counting";
}

function Notes({ assumptions }: { assumptions: string[] }) {
    if (assumptions.length === 0)
        return null;
    return (
        <details class="notes" open={assumptions.length <= FEW_NOTES}>
            <summary>What was assumed{assumptions.length > 1 && ` (${assumptions.length})`}</summary>
            <ul>{assumptions.map((text) => <li key={text}>{text}</li>)}</ul>
        </details>
    );
}

/** What was counted of the table as a whole. */
function tableFacts({ keys, duplicate_rows: copies }: TableProfile): string[] {
    const names = keys.map((key) => key.join(" + ")).join(", ");

    return [
        ...(names ? [`${keys.length === 1 ? "Key" : "Keys"}: ${names}`] : []),
        ...(copies > 0 ? [count(copies, "row is a copy of another", "rows are copies of others")] : []),
    ];
}

function relationsOf(table: DescribedTable, { relationships }: Counts): string[] {
    return relationships.filter((one) => one.from_table === table.name || one.to_table === table.name).map((one) => {
        const verb = one.relationship_type === "foreign_key" ? "refers to" : "has values of";
        const sure = showShare(Number(one.confidence), 1);
        return `${one.from_table}.${one.from_column} ${verb} ${one.to_table}.${one.to_column} (${sure} sure)`;
    });
}

function Relations({ table, counting }: Pick<View, "table" | "counting">) {
    const found = counting?.phase === "counted" ? relationsOf(table, counting.counts) : [];

    if (found.length === 0)
        return null;
    return (
        <>
            <h3>How tables belong together</h3>
            <ul class="relations">{found.map((text) => <li key={text}>{text}</li>)}</ul>
        </>
    );
}

function Columns({ table, counts }: Pick<View, "table" | "counts">) {
    const [all, showAll] = useState(false);
    const shown = all ? table.columns : table.columns.slice(0, FIRST_COLUMNS);

    return (
        <>
            <ul class="columns">{shown.map((column) => (
                <ColumnRow key={column.name} column={column} rows={table.row_count}
                    profile={counts?.columns.find(({ name }) => name === column.name)} />
            ))}</ul>
            {shown.length < table.columns.length && (
                <button type="button" class="button small quiet" onClick={() => showAll(true)}>
                    Show all {count(table.columns.length, "column")}
                </button>
            )}
        </>
    );
}

/** The values could not be counted, which keeps nobody from asking. */
function Uncounted({ error, onRetry }: { error: ErrorBody; onRetry: () => void }) {
    return (
        <div class="uncounted">
            <p>Its values were not counted: {error.message} Questions can be asked all the same.</p>
            {error.can_retry && <button type="button" class="button small quiet" onClick={onRetry}>Count again</button>}
        </div>
    );
}

interface TableProps {
    view: View;
    onRetry: () => void;
}

function Viewed({ view, onRetry }: TableProps) {
    const { table, counts, counting } = view;
    const facts = counts ? tableFacts(counts) : [];

    return (
        <section class="table-view" aria-label={`What ${view.tables.length > 1 ? table.name : table.source} holds`}>
            <Size table={table} counts={counts} counting={counting} />
            {table.sheet && <p class="faint">Sheet {table.sheet}{table.range && `, ${table.range}`}</p>}
            {facts.length > 0 && <ul class="facts-line faint">{facts.map((text) => <li key={text}>{text}</li>)}</ul>}
            {counting?.phase === "failed" && <Uncounted error={counting.error} onRetry={onRetry} />}
            <Notes assumptions={table.assumptions} />
            <Columns table={table} counts={counts} />
            <Relations table={table} counting={counting} />
        </section>
    );
}

/** Drawn anew only when it has changed: a key pressed in the question box must not cost a hundred columns. */
function TableView(props: TableProps) {
    const { table, counts, counting } = props.view;

    return useMemo(() => <Viewed {...props} />, [table, counts, counting]);
}

interface Props {
    state: State;
    file: SourceFile;
    dispatch: (action: Action) => void;
    onRetry: () => void;
}

export function ProfileView({ state, file, dispatch, onRetry }: Props) {
    const profile = state.profiles[file.data];
    const view = chosenView(state);

    if (profile?.phase === "failed")
        return (
            <Failure error={profile.error}>
                {profile.error.can_retry &&
                    <button type="button" class="button small quiet" onClick={onRetry}>Try again</button>}
            </Failure>
        );
    if (!view)
        return (
            <div class="profile">
                <p class="faint">Reading {file.name}</p>
                <div class="waiting" aria-hidden="true"><i /><i /><i /><i /></div>
            </div>
        );
    return (
        <div class="profile">
            {view.tables.length > 1 &&
                <TablePicker view={view} onTable={(name) => dispatch({ type: "table", data: file.data, name })} />}
            <TableView key={`${file.data} ${view.table.name}`} view={view} onRetry={onRetry} />
        </div>
    );
}
