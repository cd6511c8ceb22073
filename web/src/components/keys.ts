// keys.ts - where the focus is, for keys that mean something on the whole page.

/** Where typing is the field's own affair, Ctrl+Z included. */
export function isTyping(target: EventTarget | null): boolean {
    return target instanceof HTMLElement &&
        target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=file])");
}

export const isInDialog = () => document.querySelector("dialog[open]") !== null;
