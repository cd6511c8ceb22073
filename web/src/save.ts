// save.ts - a text becomes a file of the reader's.

const NAME_CHARS = 60;

/** Saves it under a name made of the words. */
export function save(text: string, words: string, ending: string, type: string): void {
    const link = document.createElement("a");
    const name = (words.toLowerCase().match(/[a-z0-9]+/g) ?? ["assay"]).join("-").slice(0, NAME_CHARS);

    link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    link.download = `${name}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
