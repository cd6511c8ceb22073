// profile.tsx - what a file holds: rows, and each column with its type and a taste of it.

import { count, exactText } from "../format";
import type { Profile } from "../state";
import type { Column, DescribedTable, SourceFile } from "../types";
import { Failure } from "./failure";

const TASTE = 3;
const signs: Record<string, string> = {
    integer: "123", decimal: "1.2", number: "1.2", text: "Abc", date: "Day", timestamp: "Time", time: "Time",
    boolean: "Y/N",
};

/** A few of its values where there are few, and how many cells are empty. */
function taste(column: Column): string {
    const values = (column.values ?? []).slice(0, TASTE).map(exactText).join(", ");
    const more = (column.values?.length ?? 0) > TASTE ? ", …" : "";
    const empty = column.nulls > 0 ? count(column.nulls, "empty cell") : "";

    return [values + more, empty].filter(Boolean).join(" · ");
}

function ColumnRow({ column }: { column: Column }) {
    const hint = taste(column);

    return (
        <li class="column">
            <abbr class="type" title={column.type}>{signs[column.type] ?? column.type}</abbr>
            <span class="column-name">{column.name}</span>
            {hint && <span class="faint clip">{hint}</span>}
        </li>
    );
}

function TableView({ table }: { table: DescribedTable }) {
    return (
        <section class="profile" aria-label={`What ${table.source} holds`}>
            <p class="profile-size">
                <strong>{count(table.row_count, "row")}</strong>
                <span>{count(table.columns.length, "column")}</span>
            </p>
            {table.assumptions.length > 0 && (
                <ul class="notes">{table.assumptions.map((text) => <li key={text}>{text}</li>)}</ul>
            )}
            <ul class="columns">{table.columns.map((column) => <ColumnRow key={column.name} column={column} />)}</ul>
        </section>
    );
}

export function ProfileView({ file, profile, onRetry }: { file: SourceFile; profile: Profile; onRetry: () => void }) {
    if (profile.phase === "reading")
        return (
            <div class="profile">
                <p class="faint">Reading {file.name}</p>
                <div class="waiting" aria-hidden="true"><i /><i /><i /><i /></div>
            </div>
        );
    if (profile.phase === "failed")
        return (
            <Failure error={profile.error}>
                {profile.error.can_retry &&
                    <button type="button" class="button small quiet" onClick={onRetry}>Try again</button>}
            </Failure>
        );
    return <>{profile.tables.map((table) => <TableView key={table.name} table={table} />)}</>;
}
