// failure.tsx - an error: what happened, what to do, and a short reference to look for in the log.

import type { ComponentChildren } from "preact";
import type { ErrorBody } from "../types";
import { Icon } from "./icons";

const REFERENCE_CHARS = 8;

export function Failure({ error, children }: { error: ErrorBody; children?: ComponentChildren }) {
    return (
        <div class="failure">
            <Icon name="alert" />
            <div>
                <p class="failure-what">{error.message}</p>
                {error.suggested_action && <p>{error.suggested_action}</p>}
                {children && <div class="row">{children}</div>}
                {error.correlation_id && (
                    <p class="faint">Reference <code title={error.correlation_id}>
                        {error.correlation_id.slice(0, REFERENCE_CHARS)}
                    </code></p>
                )}
            </div>
        </div>
    );
}
