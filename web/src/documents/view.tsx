// view.tsx (documents) - what is indexed, and a chat about it that is gone when it is closed.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Drawer } from "../components/drawer";
import { DropZone } from "../components/drop-zone";
import { Failure } from "../components/failure";
import { Icon } from "../components/icons";
import { Empty, PickFiles, SayBox, Waiting, useFresh } from "../components/place";
import { SourceList, placeOf } from "../components/sources";
import { count, showTime } from "../format";
import { useStore } from "../store";
import { type Asked, type Document, type Documents, type Passage, type Receipt, type State, marked } from "./model";

const ENDINGS = ".md,.markdown,.txt,.html,.htm,.jsonl";
const QUESTION_CHARS = 10_000;

interface Props {
    state: State;
    model: Documents;
}

/** "1 document added; 22 passages read, 22 stored" */
function told(receipt: Receipt): string {
    const counts: [number, string][] = [[receipt.added, "added"], [receipt.replaced, "replaced"],
        [receipt.unchanged, "already there"], [receipt.skipped.length, "skipped"]];
    const documents = counts.filter(([n]) => n > 0).map(([n, what]) => `${count(n, "document")} ${what}`).join(", ");

    return `${documents || "nothing to add"}; ${count(receipt.chunks_in, "passage")} read, ${receipt.chunks_stored} stored`;
}

function Receipts({ state }: Pick<Props, "state">) {
    return (
        <div role="status">
            {state.adding.map((name) => (
                <p key={name} class="receipt"><span class="spinner" />Reading {name}</p>
            ))}
            {state.receipts.map(({ name, receipt }) => (
                <p key={name} class="receipt good"><Icon name="check" /><span>{name}: {told(receipt)}</span></p>
            ))}
            {state.refused.map(({ name, error }) => (
                <Failure key={name} error={{ ...error, message: `${name}: ${error.message}` }} />
            ))}
        </div>
    );
}

function Leaving({ document, model }: { document: Document; model: Documents }) {
    const keep = useRef<HTMLButtonElement>(null);

    useLayoutEffect(() => keep.current?.focus(), []);
    return (
        <li class="file asks">
            <span class="clip">Remove {document.title || document.name}?</span>
            <span class="row">
                <button type="button" class="button small danger" onClick={() => void model.remove(document.id)}>Remove</button>
                <button ref={keep} type="button" class="button small quiet" onClick={() => model.leave(null)}>Keep</button>
            </span>
        </li>
    );
}

function Row({ document, model }: { document: Document; model: Documents }) {
    const name = document.title || document.name;

    return (
        <li class="file document">
            <span class="file-name">
                <Icon name="book" /><span class="clip">{name}</span>
                <span class="faint">{count(document.passages, "passage")}</span>
            </span>
            <button type="button" class="button plain small" aria-label={`Remove ${name}`}
                onClick={() => model.leave(document.id)}><Icon name="trash" /></button>
        </li>
    );
}

function List({ state, model }: Props) {
    if (state.documents === null)
        return state.error ? null : <Waiting />;
    if (state.documents.length === 0)
        return (
            <Empty icon="book" title="No documents yet">
                Add Markdown, text, HTML or .jsonl, or drop some anywhere here. They stay on this machine.
            </Empty>
        );
    return (
        <ul class="files">{state.documents.map((document) => (
            state.leaving === document.id
                ? <Leaving key={document.id} document={document} model={model} />
                : <Row key={document.id} document={document} model={model} />
        ))}</ul>
    );
}

function AskedView({ one, model }: { one: Asked; model: Documents }) {
    const { answer, failure, question } = one;

    return (
        <article class="turn" aria-label={question} aria-busy={!answer && !failure}>
            <h3 class="question">{question}</h3>
            {!answer && !failure && <p class="faint row"><span class="spinner" />Looking through the documents</p>}
            {failure && <Failure error={failure} />}
            {answer && (
                <div class="answer">
                    <p class="said"><span>{answer.content}</span></p>
                    {answer.sources && answer.sources.length > 0
                        ? <SourceList sources={answer.sources} onOpen={(source) => void model.open(source, question)} />
                        : <p class="faint">Without a source: nothing in the documents stands behind this.</p>}
                    <p class="faint">{showTime(answer.processing_time_ms)}</p>
                </div>
            )}
        </article>
    );
}

function Chat({ state, model }: Props) {
    const last = state.asked.at(-1);
    const end = useRef<HTMLDivElement>(null);

    useEffect(() => end.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [last]);
    return (
        <section class="talk" aria-label="Questions about the documents">
            <div class="section-head">
                <h3>Ask the documents</h3>
                {last && <button type="button" class="button small quiet" onClick={model.clear}>
                    <Icon name="close" /><span>Close</span></button>}
            </div>
            {!last && <p class="faint">Answers are quoted from the documents, with their sources, or refused. Questions are
                kept nowhere: they go when you close this or leave.</p>}
            <div ref={end} class="turns">{state.asked.map((one) => <AskedView key={one.id} one={one} model={model} />)}</div>
            <p class="unseen" aria-live="polite">{last?.answer?.content ?? last?.failure?.message ?? ""}</p>
            <SayBox label="Your question" placeholder="Ask the documents" most={QUESTION_CHARS} busy={state.busy}
                onSay={(words) => void model.ask(words)} />
        </section>
    );
}

function PassageView({ passage }: { passage: Passage }) {
    const mark = useRef<HTMLElement>(null);
    const [before, quoted, behind] = marked(passage.text ?? "", passage.source.quote);

    useEffect(() => mark.current?.scrollIntoView({ block: "center" }), [passage.text]);
    if (passage.text === null && !passage.failure)
        return <Waiting />;
    return (
        <>
            {passage.source.title && <p class="faint">{passage.source.title}</p>}
            {passage.failure && <Failure error={passage.failure} />}
            <p class="passage">{before}{quoted && <mark ref={mark}>{quoted}</mark>}{behind}</p>
        </>
    );
}

export function DocumentsPlace({ model, online }: { model: Documents; online: boolean }) {
    const state = useStore(model.notes);

    useFresh(model.refresh, online);
    useEffect(() => model.clear, [model]);
    return (
        <main class="place" id="main" tabIndex={-1}>
            <header class="place-head">
                <h2>Documents</h2>
                {state.documents && <p class="faint">{count(state.documents.length, "document")}</p>}
                <PickFiles label="Add documents" accept={ENDINGS} onFiles={(files) => void model.add(files)} />
            </header>
            <div class="two">
                <section aria-label="Indexed documents">
                    {state.error && (
                        <Failure error={state.error}>
                            <button type="button" class="button small" onClick={() => void model.refresh()}>Read them again</button>
                        </Failure>
                    )}
                    <Receipts state={state} />
                    <List state={state} model={model} />
                </section>
                <Chat state={state} model={model} />
            </div>
            <DropZone onFiles={(files) => void model.add(files)} />
            {state.passage && (
                <Drawer title={placeOf(state.passage.source)} side="right" onClose={model.closePassage}>
                    <PassageView passage={state.passage} />
                </Drawer>
            )}
        </main>
    );
}
