// token-form.tsx - asks for the token where the server wants one. It is kept in memory only.

import { useState } from "preact/hooks";
import { Mark } from "./icons";

export function TokenForm({ refused, onToken }: { refused: boolean; onToken: (token: string) => void }) {
    const [token, setToken] = useState("");

    function submit(event: Event) {
        event.preventDefault();
        if (token.trim())
            onToken(token.trim());
    }

    return (
        <main class="gate">
            <form class="card gate-card" onSubmit={submit}>
                <h1 class="name"><Mark />assay</h1>
                <p>This server asks for its token. It is in the file <code>keys/http.token</code> of assay's home, on
                    the machine that assay runs on. The page keeps it in memory only.</p>
                <label for="token">Token</label>
                <input id="token" class="input" type="password" autocomplete="off" value={token} aria-invalid={refused}
                    aria-describedby={refused ? "token-refused" : undefined}
                    onInput={(event) => setToken(event.currentTarget.value)} />
                {refused && <p id="token-refused" class="bad" role="alert">That is not this server's token.</p>}
                <button type="submit" class="button strong">Open</button>
            </form>
        </main>
    );
}
