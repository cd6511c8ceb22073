// copy.tsx - a button that copies a text and says so. The clipboard is closed to pages that came over plain HTTP from
// another machine; there the old way still works.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";

function copyByHand(text: string): boolean {
    const area = document.createElement("textarea");
    const host = document.querySelector("dialog[open]") ?? document.body;
    const focused = document.activeElement as HTMLElement | null;

    area.value = text;
    area.className = "unseen";
    host.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus();
    return done;
}

async function copy(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyByHand(text);
    }
}

interface Props {
    text: string | (() => string);
    /** What is copied, for who cannot see where the button stands. */
    what: string;
    compact?: boolean;
}

export function CopyButton({ text, what, compact = false }: Props) {
    const [said, say] = useState("");

    useEffect(() => {
        if (!said)
            return;
        const timer = setTimeout(() => say(""), 2000);
        return () => clearTimeout(timer);
    }, [said]);

    async function click() {
        say((await copy(typeof text === "string" ? text : text())) ? "Copied" : "Not copied");
    }

    return (
        <button type="button" class={compact ? "button plain small" : "button quiet small"} onClick={() => void click()}
            aria-label={said || `Copy ${what}`}>
            <Icon name={said === "Copied" ? "check" : "copy"} />
            {!compact && <span>{said || "Copy"}</span>}
        </button>
    );
}
