// drawer.tsx - a panel over the page, as a modal <dialog>: the browser keeps the focus inside, makes the rest inert,
// closes it on Escape and gives the focus back to where it came from.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface Props {
    title: string;
    side: "left" | "right";
    onClose: () => void;
    children: ComponentChildren;
}

export function Drawer({ title, side, onClose, children }: Props) {
    const dialog = useRef<HTMLDialogElement>(null);
    const id = useId();

    useEffect(() => {
        dialog.current?.showModal();
    }, []);

    return (
        <dialog ref={dialog} class={`drawer ${side}`} aria-labelledby={id} onClose={onClose}
            onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}>
            <div class="drawer-inside">
                <header class="drawer-head">
                    <h2 id={id}>{title}</h2>
                    <button type="button" class="button plain" aria-label="Close"
                        onClick={() => dialog.current?.close()}>
                        <Icon name="close" />
                    </button>
                </header>
                <div class="drawer-body">{children}</div>
            </div>
        </dialog>
    );
}
