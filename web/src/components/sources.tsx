// sources.tsx - the passages that an answer rests on: where each stands and what it says.

import type { Source } from "../types";
import { Icon } from "./icons";

/** "Chapter / Section", or what there is of it. */
export function placeOf(source: Source): string {
    return [source.chapter ?? source.title, source.section].filter(Boolean).join(" / ") || "A passage";
}

interface Props {
    sources: Source[];
    /** Shows the passage itself; without it only the quotation is there. */
    onOpen?: (source: Source) => void;
}

export function SourceList({ sources, onOpen }: Props) {
    return (
        <section class="cited" aria-label="Sources">
            <h3>Sources</h3>
            <ol>{sources.map((source, i) => (
                <li key={i}>
                    {onOpen
                        ? <button type="button" class="button small quiet" onClick={() => onOpen(source)}>
                            <Icon name="book" /><span>{placeOf(source)}</span>
                        </button>
                        : <p class="cited-place"><Icon name="book" />{placeOf(source)}</p>}
                    {source.quote && <blockquote>{source.quote}</blockquote>}
                </li>
            ))}</ol>
        </section>
    );
}
