// access.mjs - with the keyboard alone, in the dark, and on a narrow screen.

import assert from "node:assert/strict";
import { ask, lastTurn, noSidewaysScroll } from "./harness.mjs";

const focused = (page) => page.evaluate(() => {
    const one = document.activeElement;
    return one?.getAttribute("aria-label") || one?.textContent?.trim() || one?.id || one?.tagName;
});

/** Tabs until what has the focus is called that. */
async function tabTo(page, name, key = "Tab") {
    for (let i = 0; i < 60; i++) {
        await page.keyboard.press(key);
        if ((await focused(page)) === name) {
            const ring = await page.evaluate(() => {
                const style = getComputedStyle(document.activeElement);
                return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
            });
            assert.ok(ring, `the focus on '${name}' can be seen`);
            return;
        }
    }
    assert.fail(`'${name}' cannot be reached with ${key}`);
}

const phone = (width) => async (t) => {
    await t.bring("budget.xlsx", "store/orders.csv", "sales.csv");
    const page = await t.open({ width, height: 780 });
    await page.locator(".suggestion").first().waitFor();
    await noSidewaysScroll(page);
    await t.accessible(page, `phone ${width} start`);
    await page.locator(".suggestion").first().click();
    const turn = await lastTurn(page);
    await noSidewaysScroll(page);
    await t.accessible(page, `phone ${width} answer`);
    await turn.getByRole("button", { name: "Show proof" }).click();
    await page.getByRole("dialog", { name: "Proof" }).waitFor();
    await noSidewaysScroll(page);
    await t.accessible(page, `phone ${width} proof`);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Data" }).click();
    const drawer = page.getByRole("dialog", { name: "Data" });
    await drawer.locator(".file-name").getByText("orders.csv").click();
    await drawer.locator(".profile").getByText("1,500 rows").waitFor();
    await drawer.locator(".profile-size").getByText("Quality").waitFor();
    await t.accessible(page, `phone ${width} data`);
    await drawer.locator(".file-name").getByText("budget.xlsx").click();
    await drawer.getByRole("combobox", { name: "Table" }).selectOption("tblActuals");
    await drawer.locator(".column").filter({ hasText: "Amount" }).locator("summary").click();
    await drawer.getByRole("heading", { name: "Most frequent" }).scrollIntoViewIfNeeded();
    const [wide, view] = await drawer.locator(".drawer-body").evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.ok(wide <= view, `the data is ${wide} px wide in a drawer of ${view}`);
    await t.accessible(page, `phone ${width} workbook`);
    await page.keyboard.press("Escape");
    await ask(page, "first 20 rows");
    await page.locator(".turn").nth(1).waitFor();
    await lastTurn(page);
    await noSidewaysScroll(page);
};

export const accessCases = [
    ["everything is done with the keyboard alone", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".suggestion").first().waitFor();
        await page.keyboard.press("Tab");
        assert.equal(await focused(page), "Skip to the question");
        await page.keyboard.press("Enter");
        assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
        await page.keyboard.type("total revenue by region");
        await page.keyboard.press("Enter");
        const turn = await lastTurn(page);
        await tabTo(page, "total_revenue", "Shift+Tab");
        await page.keyboard.press("Enter");
        assert.equal(await turn.locator("th").nth(1).getAttribute("aria-sort"), "ascending");
        await tabTo(page, "Show proof");
        await page.keyboard.press("Enter");
        await page.getByRole("dialog", { name: "Proof" }).waitFor();
        await tabTo(page, "Verify");
        await page.keyboard.press("Enter");
        await page.getByText("Intact: all").waitFor();
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
        assert.equal(await focused(page), "Show proof");
        await page.keyboard.press("/");
        assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
        assert.equal(await page.inputValue("#question"), "");
    }],

    ["the focus stays in an open drawer", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".suggestion").first().click();
        await (await lastTurn(page)).getByRole("button", { name: "Show proof" }).click();
        await page.getByRole("dialog", { name: "Proof" }).waitFor();
        for (let i = 0; i < 30; i++) {
            await page.keyboard.press("Tab");
            const place = await page.evaluate(() => document.activeElement?.closest("dialog")?.tagName ??
                document.activeElement?.tagName);
            // The browser's own bar is between the last and the first element: there the body has the focus.
            assert.ok(["DIALOG", "BODY"].includes(place), place);
        }
        await page.keyboard.press("/");
        assert.notEqual(await page.evaluate(() => document.activeElement?.id), "question");
    }],

    ["an answer is told to a screen reader in a sentence", async (t) => {
        await t.bring("sales.csv");
        const page = await t.open();
        await page.locator(".suggestion").first().click();
        await lastTurn(page);
        const told = await page.locator("[aria-live=polite]").textContent();
        assert.match(told, /^Total revenue by region: West is highest/);
    }],

    ["dark follows the system and the switch", async (t) => {
        const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const page = await t.open({ scheme: "dark" });
        await page.getByText("No data yet.").waitFor();
        const dark = await ground(page);
        await page.getByRole("button", { name: "Switch to light colours" }).click();
        const light = await ground(page);
        assert.notEqual(dark, light);
        await page.emulateMedia({ colorScheme: "light" });
        await page.getByRole("button", { name: "Switch to dark colours" }).click();
        assert.equal(await ground(page), dark);
        await page.reload();
        await page.getByText("No data yet.").waitFor();
        assert.equal(await ground(page), light);
        await t.clean(page);
    }],

    ["a phone of 390 px shows everything", phone(390)],
    ["a phone of 360 px shows everything", phone(360)],
];
