// data-panel.tsx - the data at hand: the files, of which one is chosen, and what the chosen one holds.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Actions } from "../actions";
import { count, showBytes } from "../format";
import type { Action, State } from "../state";
import { chosenFile, chosenView } from "../state";
import type { SourceFile } from "../types";
import { warningsOf } from "../warnings";
import { Failure } from "./failure";
import { Icon } from "./icons";
import { ProfileView } from "./profile";

// What the program reads, packed or not. Others can still be dropped: what a file is, is told by its bytes.
const ENDINGS = [".csv", ".tsv", ".tab", ".txt", ".json", ".jsonl", ".ndjson", ".geojson", ".parquet", ".xlsx", ".xlsm",
    ".xls", ".sqlite", ".sqlite3", ".db", ".duckdb", ".ddb", ".gz", ".zst"].join(",");

interface Props {
    state: State;
    actions: Actions;
    dispatch: (action: Action) => void;
}

export function AddFile({ actions, strong = false }: { actions: Actions; strong?: boolean }) {
    const input = useRef<HTMLInputElement>(null);

    function picked() {
        void actions.upload([...(input.current?.files ?? [])]);
        if (input.current)
            input.current.value = "";
    }

    return (
        <>
            <button type="button" class={strong ? "button strong" : "button quiet small"}
                onClick={() => input.current?.click()}>
                <Icon name="add" /><span>Add a file</span>
            </button>
            <input ref={input} type="file" hidden multiple accept={ENDINGS} onChange={picked} />
        </>
    );
}

interface RowProps {
    file: SourceFile;
    chosen: boolean;
    actions: Actions;
}

/** The second look before a file is removed. Has the focus from the start, on the harmless choice. */
function RemoveRow({ file, actions, onKeep }: Pick<RowProps, "file" | "actions"> & { onKeep: () => void }) {
    const row = useRef<HTMLLIElement>(null);
    const keep = useRef<HTMLButtonElement>(null);

    useEffect(() => keep.current?.focus(), []);

    async function remove() {
        const next = row.current?.closest(".data")?.querySelector("button");
        await actions.remove(file.id);
        next?.focus();
    }

    return (
        <li ref={row} class="file asks">
            <span class="clip">Remove {file.name}?</span>
            <span class="row">
                <button type="button" class="button small danger" onClick={() => void remove()}>Remove</button>
                <button ref={keep} type="button" class="button small quiet" onClick={onKeep}>Keep</button>
            </span>
        </li>
    );
}

function FileRow({ file, chosen, actions }: RowProps) {
    const [asks, ask] = useState(false);
    const bin = useRef<HTMLButtonElement>(null);
    const kept = useRef(false);

    useEffect(() => {
        if (kept.current)
            bin.current?.focus();
        kept.current = asks;
    }, [asks]);

    if (asks)
        return <RemoveRow file={file} actions={actions} onKeep={() => ask(false)} />;
    return (
        <li class={chosen ? "file chosen" : "file"}>
            <button type="button" class="file-name" aria-pressed={chosen} onClick={() => actions.choose(file.data)}>
                <Icon name="file" /><span class="clip">{file.name}</span>
                <span class="faint">{showBytes(file.bytes)}</span>
            </button>
            <button ref={bin} type="button" class="button plain small file-remove" aria-label={`Remove ${file.name}`}
                onClick={() => ask(true)}>
                <Icon name="trash" />
            </button>
        </li>
    );
}

function FileList({ state, actions }: Pick<Props, "state" | "actions">) {
    if (state.files === null)
        return <div class="waiting" aria-hidden="true"><i /><i /><i /></div>;
    if (state.files.length === 0 && state.uploading.length === 0)
        return <p class="nothing">No data yet. Add a table, workbook or database, or drop one anywhere here.</p>;
    return (
        <ul class="files">
            {state.files.map((file) => (
                <FileRow key={file.id} file={file} chosen={file.data === state.chosen} actions={actions} />
            ))}
            {state.uploading.map((name) => (
                <li key={`+${name}`} class="file busy"><span class="spinner" />
                    <span class="clip">{name}</span><span class="faint">adding</span></li>
            ))}
        </ul>
    );
}

/** What a screen reader is told of a file that was brought or chosen. */
function spoken(state: State): string {
    const file = chosenFile(state);
    const profile = file ? state.profiles[file.data] : undefined;
    const view = chosenView(state);

    if (state.uploading.length > 0)
        return `Adding ${state.uploading.join(", ")}`;
    if (file && profile?.phase === "failed")
        return `${file.name}: ${profile.error.message}`;
    if (!file || !view)
        return file ? `Reading ${file.name}` : "";
    const { table, tables, counts } = view;
    const warnings = table.columns.flatMap((column) =>
        warningsOf(column, undefined).map((text) => `${column.name}: ${text}`));
    return [tables.length > 1 ? `${file.name}: ${count(tables.length, "table")}; ${table.name}` : file.name,
        `${count(table.row_count, "row")}, ${count(table.columns.length, "column")}`, ...warnings,
        ...(counts ? ["Its values are counted"] : [])].join("; ");
}

export function DataPanel({ state, actions, dispatch }: Props) {
    const file = chosenFile(state);

    return (
        <div class="data">
            <div class="section-head">
                <h2>Data</h2>
                <AddFile actions={actions} />
            </div>
            {state.fileError && (
                <Failure error={state.fileError}>
                    <button type="button" class="button small quiet"
                        onClick={() => dispatch({ type: "file-error", error: null })}>Dismiss</button>
                </Failure>
            )}
            <FileList state={state} actions={actions} />
            <p class="unseen" role="status">{spoken(state)}</p>
            {file && <ProfileView state={state} file={file} dispatch={dispatch} onRetry={() => void actions.look()} />}
        </div>
    );
}
