// header.tsx - the name, the ways to what a narrow screen has no room for, and light or dark. The choice is kept in memory; a new
// page starts as the system says.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Icon, Mark } from "./icons";

type Theme = "light" | "dark";
const dark = matchMedia("(prefers-color-scheme: dark)");

function useTheme(): [Theme, () => void] {
    const [system, setSystem] = useState<Theme>(dark.matches ? "dark" : "light");
    const [chosen, choose] = useState<Theme | null>(null);
    const theme = chosen ?? system;

    useEffect(() => {
        const change = () => setSystem(dark.matches ? "dark" : "light");
        dark.addEventListener("change", change);
        return () => dark.removeEventListener("change", change);
    }, []);
    useLayoutEffect(() => {
        if (chosen)
            document.documentElement.dataset["theme"] = chosen;
    }, [chosen]);
    return [theme, () => choose(theme === "dark" ? "light" : "dark")];
}

interface Props {
    /** null: there is none here. */
    onData: (() => void) | null;
    onConversations: (() => void) | null;
}

export function Header({ onData, onConversations }: Props) {
    const [theme, toggle] = useTheme();
    const other = theme === "dark" ? "light" : "dark";

    return (
        <header class="top">
            <h1 class="name"><Mark />assay</h1>
            {onConversations && (
                <button type="button" class="button plain unless-wide" aria-label="Conversations"
                    onClick={onConversations}>
                    <Icon name="clock" />
                </button>
            )}
            {onData && (
                <button type="button" class="button plain narrow-only" onClick={onData}>
                    <Icon name="data" /><span>Data</span>
                </button>
            )}
            <nav class="row" aria-label="Page">
                <a class="button plain wide-only" href="/docs" target="_blank" rel="noopener">API</a>
                <button type="button" class="button plain" onClick={toggle} aria-label={`Switch to ${other} colours`}>
                    <Icon name={theme === "dark" ? "sun" : "moon"} />
                </button>
            </nav>
        </header>
    );
}
