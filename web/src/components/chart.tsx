// chart.tsx - a chart, drawn as SVG in the true pixels of its place, so that its text is as large as all other text.
// Who cannot see it is told what it shows in a sentence; the figures are in a table below it, or in the answer's own.

import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Chart, type Mark, type Scale, chartOf, scaleOf } from "../chart";
import { exactText, showCell } from "../format";

const HEIGHT = 280;
const LYING_ROW = 28;
const LYING_MORE = 34; // the axis below
const LABEL_PX = 7; // of a character, about
const CHANGE_PX = 64; // to the right of lying bars, for what they say of themselves
const SERIES = 6; // colours there are
const FEW_DOTS = 40;

const brief = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });
const percent = new Intl.NumberFormat("en", { style: "percent", maximumSignificantDigits: 3 });

interface Frame {
    chart: Chart;
    scale: Scale;
    /** What is drawn on: the part of the picture inside its axes. */
    left: number;
    top: number;
    width: number;
    height: number;
}

const shown = ({ percent: isPercent }: Chart, value: number) => (isPercent ? percent : brief).format(value);

function cut(text: string, px: number): string {
    const most = Math.max(Math.floor(px / LABEL_PX), 3);

    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function frameOf(chart: Chart, scale: Scale, width: number): Frame {
    const longest = (texts: string[]) => Math.max(0, ...texts.map((text) => text.length)) * LABEL_PX;
    const names = chart.lying ? Math.min(longest(chart.bands), width * 0.4) : longest(scale.ticks.map((t) => shown(chart, t)));
    const left = names + 12;
    const right = chart.lying && chart.kind === "waterfall" ? CHANGE_PX : 16;
    const height = chart.lying ? LYING_ROW * Math.max(chart.bands.length, 1) : HEIGHT - 44;

    return { chart, scale, left, top: 10, width: Math.max(width - left - right, 40), height };
}

/** Where a value is, in pixels. */
function valueAt({ chart, scale, left, top, width, height }: Frame, value: number): number {
    const share = (value - scale.low) / (scale.high - scale.low);

    return chart.lying ? left + share * width : top + (1 - share) * height;
}

/** Where a place begins and how much room it has. */
function placeAt(frame: Frame, at: number): { start: number; room: number } {
    const { chart, left, top, width, height } = frame;
    const whole = chart.lying ? height : width;

    if (chart.bands.length > 0) {
        const room = whole / chart.bands.length;
        return { start: (chart.lying ? top : left) + at * room, room };
    }
    const places = chart.marks.flatMap((mark) => [mark.at, mark.until ?? mark.at]);
    const low = Math.min(...places), span = Math.max(...places) - low || 1;
    return { start: left + ((at - low) / span) * whole, room: 0 };
}

function Axis({ frame }: { frame: Frame }) {
    const { chart, scale, left, top, width, height } = frame;

    return (
        <g class="chart-axis">{scale.ticks.map((tick) => {
            const at = valueAt(frame, tick);
            const line = chart.lying ? `M${at} ${top}v${height}` : `M${left} ${at}h${width}`;
            return (
                <g key={tick}>
                    <path class={tick === 0 ? "chart-zero" : "chart-line"} d={line} />
                    {chart.lying
                        ? <text x={at} y={top + height + 18} text-anchor="middle">{shown(chart, tick)}</text>
                        : <text x={left - 8} y={at + 4} text-anchor="end">{shown(chart, tick)}</text>}
                </g>
            );
        })}</g>
    );
}

/** What stands along the axis of places, thinned out where there is no room. */
function placesOf(chart: Chart): { at: number; name: string }[] {
    if (chart.bands.length > 0)
        return chart.bands.map((name, at) => ({ at, name }));
    const ends = chart.kind === "histogram" ? chart.marks.flatMap((m) => [m.at, m.until ?? m.at]) : [];
    const all = chart.kind === "histogram"
        ? ends.map((at) => ({ at, name: shown({ ...chart, percent: false }, at) }))
        : chart.marks.map(({ at, name }) => ({ at, name: chart.kind === "points" ? brief.format(at) : name }));
    return [...new Map(all.map((one) => [one.at, one])).values()].toSorted((a, b) => a.at - b.at);
}

function Places({ frame }: { frame: Frame }) {
    const { chart, left, top, height, width } = frame;
    const places = placesOf(chart);

    if (chart.lying)
        return (
            <g class="chart-places">{places.map(({ at, name }) => {
                const { start, room } = placeAt(frame, at);
                return <text key={at} x={left - 8} y={start + room / 2 + 4} text-anchor="end">{cut(name, left - 12)}</text>;
            })}</g>
        );
    const longest = Math.max(...places.map(({ name }) => Math.min(name.length, 14))) * LABEL_PX + 10;
    const every = Math.max(1, Math.ceil((places.length * longest) / width));
    return (
        <g class="chart-places">{places.filter((_, i) => i % every === 0).map(({ at, name }) => {
            const { start, room } = placeAt(frame, at);
            const x = Math.min(Math.max(start + room / 2, left + 8), left + width);
            return <text key={at} x={x} y={top + height + 20} text-anchor="middle">{cut(name, longest)}</text>;
        })}</g>
    );
}

/** A bar of a mark: with several series side by side within its place. */
function rectOf(frame: Frame, mark: Mark): { x: number; y: number; width: number; height: number } {
    const { chart } = frame;
    const { start, room } = placeAt(frame, mark.at);
    const sides = chart.kind === "bar" ? chart.series.length : 1;
    const until = mark.until === undefined ? start + room : placeAt(frame, mark.until).start;
    const gap = mark.until === undefined ? room * 0.18 : 0.5;
    const each = (until - start - 2 * gap) / sides;
    const across = start + gap + (chart.kind === "bar" ? mark.series : 0) * each;
    const ends = [valueAt(frame, mark.from), valueAt(frame, mark.to)];
    const low = Math.min(...ends), long = Math.max(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)), 1);

    return chart.lying
        ? { x: low, y: across, width: long, height: Math.max(each, 1) }
        : { x: across, y: low, width: Math.max(each, 1), height: long };
}

function words(chart: Chart, mark: Mark): string {
    const series = chart.series.length > 1 ? `${chart.series[mark.series] ?? ""}, ` : "";

    return `${series}${mark.name}: ${showCell(mark.value, false)}`;
}

const toneOf = (mark: Mark) => mark.tone ?? `series-${mark.series % SERIES}`;

function Bars({ frame }: { frame: Frame }) {
    const { chart } = frame;

    return (
        <>{chart.marks.filter((mark) => Number.isFinite(mark.to)).map((mark, i) => {
            const rect = rectOf(frame, mark);
            return (
                <g key={i}>
                    <rect class={toneOf(mark)} {...rect} rx={1}><title>{words(chart, mark)}</title></rect>
                    {chart.kind === "waterfall" && <Change frame={frame} mark={mark} rect={rect} />}
                </g>
            );
        })}</>
    );
}

/** On a waterfall each part says how much it is, with its sign. */
function Change({ frame, mark, rect }: { frame: Frame; mark: Mark; rect: ReturnType<typeof rectOf> }) {
    const value = Number(mark.value);
    const text = (mark.tone === "rise" && value > 0 ? "+" : "") + shown(frame.chart, value);

    return frame.chart.lying
        ? <text class="chart-change" x={rect.x + rect.width + 4} y={rect.y + rect.height / 2 + 4}>{text}</text>
        : <text class="chart-change" x={rect.x + rect.width / 2} y={Math.max(rect.y - 4, 9)} text-anchor="middle">{text}</text>;
}

function lineOf(frame: Frame, marks: Mark[]): string {
    let isOpen = false;

    return marks.map((mark) => {
        const start = isOpen ? "L" : "M";
        isOpen = Number.isFinite(mark.to);
        const { start: x, room } = placeAt(frame, mark.at);
        return isOpen ? `${start}${(x + room / 2).toFixed(1)} ${valueAt(frame, mark.to).toFixed(1)}` : "";
    }).join("");
}

function Lines({ frame }: { frame: Frame }) {
    const { chart } = frame;
    const dots = chart.kind === "points" || chart.marks.length <= FEW_DOTS * chart.series.length;

    return (
        <>
            {chart.kind === "line" && chart.series.map((name, series) => (
                <path key={name} class={`chart-run series-${series % SERIES}`}
                    d={lineOf(frame, chart.marks.filter((mark) => mark.series === series))} />
            ))}
            {dots && chart.marks.filter((mark) => Number.isFinite(mark.to)).map((mark, i) => {
                const { start, room } = placeAt(frame, mark.at);
                return (
                    <circle key={i} class={toneOf(mark)} cx={start + room / 2} cy={valueAt(frame, mark.to)} r={3}>
                        <title>{words(chart, mark)}</title>
                    </circle>
                );
            })}
        </>
    );
}

function Legend({ chart }: { chart: Chart }) {
    if (chart.series.length < 2)
        return null;
    return (
        <ul class="chart-legend" aria-hidden="true">{chart.series.map((name, i) => (
            <li key={name}>
                <svg viewBox="0 0 10 10"><rect class={`series-${i % SERIES}`} width={10} height={10} rx={2} /></svg>
                {name}
            </li>
        ))}</ul>
    );
}

function Figures({ chart }: { chart: Chart }) {
    const isMany = chart.series.length > 1;

    return (
        <details class="chart-figures">
            <summary>The figures as a table</summary>
            <div class="table-scroll" role="region" tabIndex={0} aria-label={`Figures: ${chart.title || chart.alt}`}>
                <table>
                    <thead>
                        <tr>
                            {isMany && <th scope="col">series</th>}
                            <th scope="col">{chart.placeLabel || "name"}</th>
                            <th scope="col" class="number">{chart.valueLabel || "value"}</th>
                        </tr>
                    </thead>
                    <tbody>{chart.marks.map((mark, i) => (
                        <tr key={i}>
                            {isMany && <td>{chart.series[mark.series]}</td>}
                            <td>{mark.name}</td>
                            <td class="number">{mark.value === null ? "" : showCell(mark.value, false) || exactText(mark.value)}</td>
                        </tr>
                    ))}</tbody>
                </table>
            </div>
        </details>
    );
}

/** How wide its place is, whatever happens to the window. */
function useWidth(): [RefObject<HTMLElement | null>, number] {
    const place = useRef<HTMLElement>(null);
    const [width, setWidth] = useState(640);

    useLayoutEffect(() => {
        const element = place.current;
        if (!element)
            return;
        setWidth(element.clientWidth);
        const watch = new ResizeObserver(() => setWidth(element.clientWidth));
        watch.observe(element);
        return () => watch.disconnect();
    }, []);
    return [place, width];
}

interface Props {
    spec: unknown;
    /** The figures are in a table beside it. */
    isTabled?: boolean;
    children?: ComponentChildren;
}

export function ChartView({ spec, isTabled = false, children }: Props) {
    const chart = useMemo(() => chartOf(spec), [spec]);
    const [place, width] = useWidth();

    if (!chart)
        return null;
    const inside = Math.max(width - 32, 120);
    const frame = frameOf(chart, scaleOf(chart, Math.max(2, Math.min(6, Math.floor(inside / 90)))), inside);
    const height = chart.lying ? frame.height + LYING_MORE : HEIGHT;
    return (
        <figure ref={place} class="card chart">
            {chart.title && <figcaption>{chart.title}</figcaption>}
            <svg viewBox={`0 0 ${inside} ${height}`} width={inside} height={height} role="img" aria-label={chart.alt}>
                <Axis frame={frame} />
                {chart.kind === "line" || chart.kind === "points" ? <Lines frame={frame} /> : <Bars frame={frame} />}
                <Places frame={frame} />
            </svg>
            <Legend chart={chart} />
            {!isTabled && <Figures chart={chart} />}
            {children}
        </figure>
    );
}
