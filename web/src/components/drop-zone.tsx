// drop-zone.tsx - a file dropped anywhere on the page is added. Shown only while one is dragged over it.

import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";

function hasFiles(event: DragEvent): boolean {
    return event.dataTransfer?.types.includes("Files") ?? false;
}

export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
    const [over, setOver] = useState(false);

    useEffect(() => {
        function drag(event: DragEvent) {
            if (!hasFiles(event))
                return;
            event.preventDefault();
            setOver(true);
        }
        function leave(event: DragEvent) {
            if (event.relatedTarget === null)
                setOver(false);
        }
        function drop(event: DragEvent) {
            if (!hasFiles(event))
                return;
            event.preventDefault();
            setOver(false);
            onFiles([...(event.dataTransfer?.files ?? [])]);
        }
        addEventListener("dragover", drag);
        addEventListener("dragleave", leave);
        addEventListener("drop", drop);
        return () => {
            removeEventListener("dragover", drag);
            removeEventListener("dragleave", leave);
            removeEventListener("drop", drop);
        };
    }, [onFiles]);

    return over ? (
        <div class="drop">
            <p><Icon name="down" />Drop to add it. It stays on this machine.</p>
        </div>
    ) : null;
}
