// column.tsx - a column of the data at hand: its type, name and shape, what it is good for, and what is wrong with it.
// Opened, it shows its figures and its most frequent values.

import type { ComponentChildren } from "preact";
import { count, exactText, groupThousands, isLabel, showBrief, showCell, showShare } from "../format";
import { shapeOf } from "../shape";
import type { Cell, Column, ColumnProfile } from "../types";
import { warningsOf } from "../warnings";
import { Icon } from "./icons";
import { Bar } from "./table";

const TASTE = 3;
const BAR = 0.8; // of a bar's place; the rest keeps it from the next
const LOWEST = 0.06; // of a bar: what is there is seen
const PLACES = 8; // at least: two bars are no blocks
const signs: Record<string, string> = {
    integer: "123", decimal: "1.2", float: "1.2", text: "Abc", date: "Day", timestamp: "Time", boolean: "Y/N",
};

interface Props {
    column: Column;
    rows: number;
    profile: ColumnProfile | undefined;
}

/** Bars side by side, as one path. */
function ShapeView({ profile }: { profile: ColumnProfile }) {
    const shape = shapeOf(profile);

    if (!shape)
        return null;
    const bars = shape.bars.map((height, i) =>
        height > 0 ? `M${i} 0h${BAR}v${Math.max(height, LOWEST).toFixed(3)}h-${BAR}z` : "");
    return (
        <svg class="shape" viewBox={`0 0 ${Math.max(bars.length, PLACES)} 1`} preserveAspectRatio="none" role="img"
            aria-label={shape.text}>
            <path d={bars.join("")} />
        </svg>
    );
}

function isSpan(profile: ColumnProfile): boolean {
    return profile.min !== null && (profile.role === "measure" || profile.role === "timestamp");
}

/** From the least to the greatest where that says something, else a few of the values. */
function taste(column: Column, profile: ColumnProfile | undefined): string {
    const label = isLabel(column.name);
    const top = profile?.top.map(({ value }) => value) ?? [];
    const values: Cell[] = top.length > 0 ? top : (column.values ?? []);
    const few = values.slice(0, TASTE).map((value) => showCell(value, label));

    if (profile && isSpan(profile))
        return `${showCell(profile.min, label)} – ${showCell(profile.max, label)}`;
    return few.join(", ") + ((profile?.distinct ?? column.distinct ?? Infinity) > few.length && few.length > 0 ? ", …" : "");
}

function hintOf({ column, rows, profile }: Props): string {
    const empty = column.nulls > 0 ? `${showShare(column.nulls, rows)} empty` : "";

    return [profile?.role ?? column.type, empty, taste(column, profile)].filter(Boolean).join(" · ");
}

function Head(props: Props) {
    const { column, profile } = props;
    const wraps = profile && isSpan(profile);

    return (
        <>
            <abbr class="type" title={column.type} aria-hidden="true">{signs[column.type] ?? column.type}</abbr>
            <span class="column-name">{column.name}</span>
            <span class="unseen">{column.type}</span>
            {profile && <ShapeView profile={profile} />}
            <span class={wraps ? "column-hint faint" : "column-hint faint clip"}>{hintOf(props)}</span>
            {warningsOf(column, profile).map((text) => (
                <span key={text} class="column-warning"><Icon name="alert" />{text}</span>
            ))}
        </>
    );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
    return <div><dt>{name}</dt><dd>{children}</dd></div>;
}

function Facts({ column, rows, profile }: Props & { profile: ColumnProfile }) {
    const label = isLabel(column.name);
    const { quantiles, outliers } = profile;
    const show = (cell: Cell) => (quantiles ? showBrief(cell) : showCell(cell, label));

    return (
        <dl class="facts">
            <Fact name="Different values">{groupThousands(String(profile.distinct))}</Fact>
            {column.nulls > 0 && (
                <Fact name="Empty">{count(column.nulls, "row")}, {showShare(column.nulls, rows)}</Fact>
            )}
            {column.misfit && (
                <Fact name="Unreadable">
                    {column.misfit.map(({ row, text }) => `“${text}” in row ${row}`).join(", ")}
                    {(column.misfits ?? 0) > column.misfit.length && ", …"}
                </Fact>
            )}
            {profile.min !== null && (
                <Fact name="Least, greatest">{showCell(profile.min, label)}, {showCell(profile.max, label)}</Fact>
            )}
            {quantiles && <Fact name="Mean, median">{show(profile.mean)}, {show(quantiles.p50)}</Fact>}
            {quantiles && <Fact name="Middle half">{show(quantiles.p25)} to {show(quantiles.p75)}</Fact>}
            {outliers && outliers.count > 0 && (
                <Fact name="Far from the others">
                    {count(outliers.count, "value")}, such as {outliers.examples.slice(0, TASTE).map(show).join(", ")}
                </Fact>
            )}
            <Fact name="Quality">{showShare(Number(profile.quality), 1)}</Fact>
        </dl>
    );
}

function TopValues({ column, rows, profile }: Props & { profile: ColumnProfile }) {
    const most = profile.top[0]?.count ?? 0;

    if (profile.top.length === 0)
        return null;
    return (
        <>
            <h3>Most frequent</h3>
            <ol class="frequent">{profile.top.map(({ value, count: n }) => (
                <li key={exactText(value)}>
                    <span class="clip">{showCell(value, isLabel(column.name)) || "(blank)"}</span>
                    <span class="faint">{groupThousands(String(n))} · {showShare(n, rows)}</span>
                    <Bar share={n / most} />
                </li>
            ))}</ol>
        </>
    );
}

export function ColumnRow(props: Props) {
    const { profile } = props;

    if (!profile)
        return <li class="column"><div class="column-head"><Head {...props} /></div></li>;
    return (
        <li class="column">
            <details>
                <summary class="column-head"><Head {...props} /></summary>
                <div class="column-body">
                    <Facts {...props} profile={profile} />
                    <TopValues {...props} profile={profile} />
                </div>
            </details>
        </li>
    );
}
