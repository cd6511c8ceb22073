// verify.tsx - the Verify button: the server reads its whole audit log again and says whether it is intact.

import { useState } from "preact/hooks";
import { count, groupThousands } from "../format";
import type { ErrorBody, Verdict } from "../types";
import { Icon } from "./icons";

export type VerifyCall = () => Promise<Verdict | ErrorBody>;
type Result = { phase: "unknown" | "busy" } | { phase: "good" | "bad"; says: string };

function judge(found: Verdict | ErrorBody): Result {
    if (!("ok" in found))
        return { phase: "bad", says: `It could not be checked: ${found.message}` };
    if (found.ok)
        return { phase: "good",
            says: `Intact: all ${count(found.entries, "entry", "entries")} are as they were written.` };
    const where = found.first_bad === null ? "" : `First at entry ${groupThousands(String(found.first_bad))}`;
    const parts = [where, found.reason].filter(Boolean).join(": ");
    return { phase: "bad", says: `Not intact. ${parts && `${parts}.`}`.trim() };
}

export function Verify({ verify }: { verify: VerifyCall }) {
    const [result, setResult] = useState<Result>({ phase: "unknown" });
    const busy = result.phase === "busy";

    async function click() {
        setResult({ phase: "busy" });
        setResult(judge(await verify()));
    }

    return (
        <div class={`verify ${result.phase}`}>
            <button type="button" class="button strong" aria-disabled={busy} onClick={() => !busy && void click()}>
                {busy ? <span class="spinner" /> : <Icon name={result.phase === "good" ? "check" : "shield"} />}
                <span>{result.phase === "good" ? "Verified" : busy ? "Verifying" : "Verify"}</span>
            </button>
            <p role="status">{"says" in result ? result.says : "Reads the whole log again and checks every entry."}</p>
        </div>
    );
}
