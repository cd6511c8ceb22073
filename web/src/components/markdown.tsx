// markdown.tsx - a report's blocks as elements. Text only ever becomes text: there is no HTML in between.

import { useMemo } from "preact/hooks";
import { type Block, type Inline, blocks } from "../markdown";

const LOWEST = 6;

function Words({ text }: { text: Inline[] }) {
    return (
        <>{text.map((piece, i) => {
            switch (piece.kind) {
            case "strong":
                return <strong key={i}>{piece.text}</strong>;
            case "emphasis":
                return <em key={i}>{piece.text}</em>;
            case "code":
                return <code key={i}>{piece.text}</code>;
            case "text":
                return piece.text;
            }
        })}</>
    );
}

function Grid({ block, name }: { block: Extract<Block, { kind: "table" }>; name: string }) {
    const side = (i: number) => (block.right[i] ? "number" : undefined);

    return (
        <div class="card table-card">
            <div class="table-scroll" role="region" tabIndex={0} aria-label={name}>
                <table>
                    <thead>
                        <tr>{block.head.map((cell, i) => <th key={i} scope="col" class={side(i)}><Words text={cell} /></th>)}</tr>
                    </thead>
                    <tbody>{block.rows.map((row, r) => (
                        <tr key={r}>{row.map((cell, i) => <td key={i} class={side(i)}><Words text={cell} /></td>)}</tr>
                    ))}</tbody>
                </table>
            </div>
        </div>
    );
}

interface Props {
    /** What the text is called, for who hears of its tables. */
    name: string;
    /** How many levels of headings stand above the text's first. */
    under: number;
}

function BlockView({ block, place, name, under }: Props & { block: Block; place: number }) {
    switch (block.kind) {
    case "heading": {
        const Heading = `h${Math.min(block.level + under, LOWEST)}` as "h2";
        return <Heading><Words text={block.text} /></Heading>;
    }
    case "paragraph":
        return <p><Words text={block.text} /></p>;
    case "quote":
        return <blockquote><Words text={block.text} /></blockquote>;
    case "list": {
        const List = block.ordered ? "ol" : "ul";
        return <List>{block.items.map((item, i) => <li key={i}><Words text={item} /></li>)}</List>;
    }
    case "code":
        return <pre tabIndex={0} aria-label={block.language ? `Code, ${block.language}` : "Code"}><code>{block.text}</code></pre>;
    case "table":
        return <Grid block={block} name={`${name}, table in paragraph ${place}`} />;
    case "rule":
        return <hr />;
    }
}

export function Markdown({ text, ...props }: Props & { text: string }) {
    const all = useMemo(() => blocks(text), [text]);

    return <div class="prose">{all.map((block, i) => <BlockView key={i} block={block} place={i + 1} {...props} />)}</div>;
}
