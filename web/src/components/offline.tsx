// offline.tsx - the server is gone. The page keeps what it shows and tries again by itself.

import { Icon } from "./icons";

export function Offline({ onRetry }: { onRetry: () => void }) {
    return (
        <div class="offline" role="alert">
            <Icon name="alert" />
            <p><strong>assay does not answer.</strong> Is it still running? What is on this page stays; it tries again
                every few seconds.</p>
            <button type="button" class="button small" onClick={onRetry}>
                <Icon name="retry" /><span>Retry now</span>
            </button>
        </div>
    );
}
