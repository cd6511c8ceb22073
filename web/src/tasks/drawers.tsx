// drawers.tsx - beside the list: what was changed, to be undone; and the tasks of other programs, in and out.

import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "../components/copy";
import { Drawer } from "../components/drawer";
import { Failure } from "../components/failure";
import { Empty, PickFiles, Waiting } from "../components/place";
import { showAgo } from "../format";
import { save } from "../save";
import type { ErrorBody } from "../types";
import type { Step, Tasks } from "./model";
import type { Format } from "./types";

interface Props {
    model: Tasks;
    onClose: () => void;
}

const formats: [Format, name: string, ending: string, type: string][] = [
    ["todo.txt", "todo.txt", "txt", "text/plain"],
    ["taskwarrior", "Taskwarrior", "json", "application/json"],
    ["icalendar", "iCalendar", "ics", "text/calendar"],
];
const FEED = "/api/local/tasks.ics";

export function Exchange({ model, onClose }: Props) {
    const [error, setError] = useState<ErrorBody | null>(null);
    const [done, setDone] = useState("");

    async function bring([file]: File[]) {
        if (!file)
            return;
        setError(null);
        setDone("");
        const outcome = await model.bring(await file.text());
        if (outcome === "done")
            setDone(model.notes.get().note?.text ?? "");
        else
            setError(typeof outcome === "string" ? model.notes.get().error : outcome);
    }

    async function take([format, name, ending, type]: (typeof formats)[number]) {
        try {
            const { content } = await model.take(format);
            save(content, `tasks ${name.replace(".txt", "")}`, ending, type);
            setError(null);
        } catch (thrown) {
            setError(model.explain(thrown));
        }
    }

    return (
        <Drawer title="Import and export" side="right" onClose={onClose}>
            {error && <Failure error={error} />}
            <section class="proof-section">
                <h3>From another program</h3>
                <p>A todo.txt, what Taskwarrior exports, or a calendar with to-dos (.ics). Which of them it is, is found out.</p>
                <p class="row">
                    <PickFiles label="Import a file" accept=".txt,.json,.ics,text/plain,application/json,text/calendar" single
                        onFiles={(files) => void bring(files)} />
                    <span role="status">{done}</span>
                </p>
            </section>
            <section class="proof-section">
                <h3>To another program</h3>
                <p>All tasks, those that are completed too.</p>
                <p class="row">{formats.map((format) => (
                    <button key={format[0]} type="button" class="button small"
                        onClick={() => void take(format)}>{format[1]}</button>
                ))}</p>
            </section>
            <section class="proof-section">
                <h3>In a calendar</h3>
                <p>A calendar program on this machine that subscribes to this address shows what is due, and rings.</p>
                <p class="row"><code>{location.origin + FEED}</code>
                    <CopyButton text={location.origin + FEED} what="the calendar's address" /></p>
            </section>
        </Drawer>
    );
}

function Change({ one, model, onDone }: { one: Step; model: Tasks; onDone: () => Promise<void> }) {
    const undo = async () => {
        await (one.undone ? model.redo(one.step) : model.undo(one.step));
        await onDone();
    };

    return (
        <li class={one.undone ? "change undone" : "change"}>
            <p>{one.what}<span class="faint">{one.undone ? "Undone" : showAgo(one.made_at)}</span></p>
            <button type="button" class="button small quiet" aria-label={`${one.undone ? "Redo" : "Undo"}: ${one.what}`}
                onClick={() => void undo()}>{one.undone ? "Redo" : "Undo"}</button>
        </li>
    );
}

/** What the server asks before an undoing is asked above the list, so the drawer makes way for it. */
export function History({ model, onClose }: Props) {
    const [steps, setSteps] = useState<Step[] | null>(null);
    const [total, setTotal] = useState(0);
    const [error, setError] = useState<ErrorBody | null>(null);

    async function read(before: Step[] = []) {
        if (model.notes.get().asked)
            return onClose();
        try {
            const page = await model.past(before.length);
            setSteps([...before, ...page.data]);
            setTotal(page.total ?? 0);
            setError(null);
        } catch (thrown) {
            setError(model.explain(thrown));
        }
    }

    useEffect(() => void read(), []);
    return (
        <Drawer title="Changes" side="right" onClose={onClose}>
            {error && <Failure error={error} />}
            {!steps && !error && <Waiting />}
            {steps?.length === 0 && <Empty icon="clock" title="Nothing was changed yet">What is done to your tasks is listed
                here, and can be undone.</Empty>}
            <ol class="changes">{steps?.map((one) => <Change key={one.step} one={one} model={model} onDone={read} />)}</ol>
            {steps && steps.length < total &&
                <button type="button" class="button small" onClick={() => void read(steps)}>Show more</button>}
        </Drawer>
    );
}
