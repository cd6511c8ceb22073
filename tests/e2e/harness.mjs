// harness.mjs - a server, a browser page on it, and what must hold in every test: nothing is asked of another host, the
// CSP is not violated, nothing is said to the console as an error, and nothing is left in cookies or storage.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { networkInterfaces, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const samples = new URL("../../samples/", import.meta.url).pathname;

const START_MS = 15_000;
const WAIT_MS = 10_000;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"];
// What is asked of a page beyond axe's defaults.
const RULES = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] };

/** An address of this machine that is not the loopback's; undefined where there is none. */
export function otherAddress() {
    return Object.values(networkInterfaces()).flat().find((one) => one.family === "IPv4" && !one.internal)?.address;
}

export const sample = (name) => join(samples, name);

export function launch() {
    return chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
}

/** The running program, its home and its address. */
class Server {
    constructor(binary, home, host = "127.0.0.1") {
        this.binary = binary;
        this.home = home;
        this.host = host;
    }

    async start(port = 0) {
        const words = ["serve", "--port", String(port), "--host", this.host, "--home", this.home];
        this.process = spawn(this.binary, words, { stdio: ["ignore", "pipe", "pipe"] });
        this.said = "";
        this.process.stderr.on("data", (text) => (this.said += text));
        const lines = createInterface({ input: this.process.stdout });
        const gone = once(this.process, "exit").then(() => Promise.reject(new Error(`serve ended: ${this.said}`)));
        gone.catch(() => undefined);
        const [line] = await Promise.race([once(lines, "line", { signal: AbortSignal.timeout(START_MS) }), gone]);
        this.url = /http:\/\/[^\s]+/.exec(line)?.[0];
        assert.ok(this.url, `the first line names the address: ${line}`);
    }

    async stop() {
        if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null)
            return;
        const ended = once(this.process, "exit");
        this.process.kill("SIGTERM");
        const timer = setTimeout(() => this.process.kill("SIGKILL"), 10_000);
        await ended;
        clearTimeout(timer);
    }
}

export class Bench {
    /** options.host: the address to serve on. options.failures: requests are meant to fail here, which the browser
     * tells its console. */
    constructor(options) {
        this.options = options;
        this.home = mkdtempSync(join(tmpdir(), "assay-e2e-"));
        this.server = new Server(options.binary, this.home, options.host);
        this.contexts = [];
        this.faults = [];
        this.requests = [];
    }

    get url() {
        return this.server.url;
    }

    start() {
        return this.server.start();
    }

    async end() {
        for (const context of this.contexts)
            await context.close().catch(() => undefined);
        await this.server.stop();
        rmSync(this.home, { recursive: true, force: true });
    }

    get token() {
        return readFileSync(join(this.home, "keys/http.token"), "utf8").trim();
    }

    /** Brings files to the server without the page. */
    async bring(...names) {
        for (const name of names) {
            const body = new FormData();
            body.append("file", new Blob([readFileSync(sample(name))]), basename(name));
            const response = await fetch(new URL("/api/files", this.url), { method: "POST", body,
                headers: { Authorization: `Bearer ${this.token}` } });
            assert.equal(response.status, 201, await response.text());
        }
    }

    /** A page on the server, in a browser that knows nothing yet. */
    async open({ width = 1280, height = 860, scheme = "light", scale = 1, path = "/", zone, before } = {}) {
        const context = await this.options.browser.newContext({ viewport: { width, height }, colorScheme: scheme,
            deviceScaleFactor: scale, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"],
            ...(zone ? { timezoneId: zone } : {}) });
        this.contexts.push(context);
        this.watch(context);
        await context.addInitScript(() => {
            window.violations = [];
            addEventListener("securitypolicyviolation", (event) =>
                window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
        });
        this.page = await context.newPage();
        this.page.setDefaultTimeout(WAIT_MS);
        await before?.(this.page);
        await this.page.goto(new URL(path, this.url).href);
        return this.page;
    }

    watch(context) {
        context.on("request", (request) => {
            const url = new URL(request.url());
            this.requests.push({ method: request.method(), path: url.pathname, headers: request.headers() });
            if (url.protocol !== "blob:" && url.protocol !== "data:" && url.origin !== new URL(this.url).origin)
                this.faults.push(`a request to ${url.origin}`);
        });
        context.on("console", (message) => {
            const expected = this.options.failures && message.text().startsWith("Failed to load resource");
            if (["error", "warning"].includes(message.type()) && !expected)
                this.faults.push(`console: ${message.text()}`);
        });
        context.on("weberror", (error) => this.faults.push(`uncaught: ${error.error().message}`));
    }

    /** Whether axe finds anything, in both colour schemes. */
    async accessible(page, what) {
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
            await page.waitForTimeout(200);
            await page.evaluate(axe);
            const { violations } = await page.evaluate((rules) => window.axe.run(document, rules), RULES);
            const found = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
            assert.deepEqual(found, [], `axe, ${what}, ${colorScheme}`);
            await this.picture(`${what.replaceAll(" ", "-")}-${colorScheme}`);
        }
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await this.clean(page);
    }

    async picture(name) {
        if (this.options.pictures && this.page)
            await this.page.screenshot({ path: join(this.options.pictures, `${name}.png`) });
    }

    /** Nothing is stored, and the CSP was kept. */
    async clean(page) {
        const left = await page.evaluate(async () => ({
            violations: window.violations,
            cookie: document.cookie,
            local: localStorage.length,
            session: sessionStorage.length,
            databases: (await indexedDB.databases()).length,
            caches: (await globalThis.caches?.keys())?.length ?? 0,
        }));
        assert.deepEqual(left, { violations: [], cookie: "", local: 0, session: 0, databases: 0, caches: 0 });
    }

    check() {
        assert.deepEqual(this.faults, []);
    }
}

/** 360 px wide: nothing runs out of it, and axe finds nothing. */
export async function onAPhone(t, page, what) {
    await page.setViewportSize({ width: 360, height: 780 });
    await noSidewaysScroll(page);
    await t.accessible(page, `${what} phone`);
}

export async function ask(page, question) {
    await page.fill("#question", question);
    await page.press("#question", "Enter");
}

/** The last turn, once it has ended. */
export async function lastTurn(page) {
    const turn = page.locator(".turn").last();

    await turn.and(page.locator('[aria-busy="false"]')).waitFor();
    return turn;
}

/** The text of each cell of a column, from the top. */
export function column(turn, n) {
    return turn.locator(`tbody td:nth-child(${n})`).allTextContents();
}

export async function noSidewaysScroll(page) {
    const [wide, view] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);

    assert.ok(wide <= view, `the page is ${wide} px wide in a window of ${view}`);
}
