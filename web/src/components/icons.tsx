// icons.tsx - the page's few pictures, drawn on a grid of 16 with one line weight. They only ever stand beside words or
// in a button that has a name, so they are hidden from readers.

const paths = {
    add: "M8 3v10M3 8h10",
    alert: "M8 2.2 14.4 13.4H1.6zM8 6.5v3M8 11.4v.1",
    bell: "M8 2a4 4 0 0 1 4 4v3l1.5 2.5h-11L4 9V6a4 4 0 0 1 4-4zM6.5 13.5h3",
    book: "M8 4.5C6.5 3 4.5 2.7 2 2.7v9.6c2.5 0 4.5.3 6 1.8 1.5-1.5 3.5-1.8 6-1.8V2.7C11.5 2.7 9.5 3 8 4.5zM8 4.5v9.6",
    chat: "M2.5 3h11v8H7l-3 2.7V11H2.5z",
    check: "m3 8.5 3.2 3.2L13 5",
    clock: "M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 5v3.2l2.2 1.5",
    close: "m4 4 8 8M12 4l-8 8",
    copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
    data: "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6",
    down: "M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10",
    edit: "m3 13 .7-3L10.5 3.2l2.3 2.3L6 12.3z",
    file: "M4 1.5h5.5L13 5v9.5H4zM9.5 1.5V5H13",
    list: "m2.5 4 1 1 2-2M2.5 11l1 1 2-2M8 4.5h5.5M8 11.5h5.5",
    moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
    plan: "M2 2.5h4v3H2zM10 6.5h4v3h-4zM2 10.5h4v3H2zM6 4h2v8H6M8 8h2",
    redo: "m10.5 3 3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h4",
    retry: "M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3",
    search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5 14 14",
    select: "M2.5 2.5h7v7h-7zM4.3 6l1.2 1.3L7.8 5M12.5 5v7.5H5",
    send: "M8 13V3M3.5 7.5 8 3l4.5 4.5",
    shield: "M8 1.5 13.5 3.5v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4zM5.5 8l1.8 1.8L10.7 6.4",
    stop: "M4.5 4.5h7v7h-7z",
    sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
    trash: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9",
    undo: "M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d={paths[name]} />
        </svg>
    );
}

export function Mark() {
    return (
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <path class="mark-ground" d="M9 1h14l8 8v14l-8 8H9l-8-8V9z" />
            <path class="mark-letter" d="m9 23 7-14 7 14M11.6 18h8.8" />
        </svg>
    );
}
