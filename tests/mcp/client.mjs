/* client.mjs - the official SDK's clients, of both eras, list and call the tools of a server.
 *
 *   node client.mjs [--tool NAME --args JSON [--expect TEXT]]... stdio COMMAND [ARG...]
 *   node client.mjs [--tool NAME --args JSON [--expect TEXT]]... http URL [TOKEN]
 *
 * Three clients take their turn: the first SDK (newest revision with a handshake), the second one with a handshake, and
 * the second one pinned to 2026-07-28. Each lists tools, resources and prompts, reads the first resource and makes the
 * calls. The clients check results against the tools' output schemas themselves. A question whether to go on is
 * answered with yes. One line a client; the status is 1 when anything was not as it should be.
 */
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

function readArguments(words) {
    const calls = [];
    while (words[0]?.startsWith('--')) {
        const flag = words.shift();
        const value = words.shift();
        if (flag === '--tool') calls.push({ name: value, arguments: {} });
        else if (flag === '--args') calls.at(-1).arguments = JSON.parse(value);
        else if (flag === '--expect') calls.at(-1).expect = value;
        else throw new Error(`unknown flag ${flag}`);
    }
    const [transport, ...target] = words;
    if (!['stdio', 'http'].includes(transport) || target.length === 0)
        throw new Error('usage: client.mjs [--tool NAME --args JSON [--expect TEXT]]... stdio COMMAND...|http URL [TOKEN]');
    return { calls, transport, target };
}

const me = { name: 'assay-test-client', version: '1.0.0' };
const capabilities = { elicitation: {} };
const yes = async request => ({
    action: 'accept',
    content: Object.fromEntries(Object.keys(request.params.requestedSchema.properties).map(key => [key, true])),
});

function firstClient({ transport, target }) {
    const client = new FirstClient(me, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, yes);
    return [client, newTransport(FirstStdio, FirstHttp, transport, target)];
}

function secondClient(mode, { transport, target }) {
    const client = new Client(me, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler('elicitation/create', yes);
    return [client, newTransport(StdioClientTransport, StreamableHTTPClientTransport, transport, target)];
}

function newTransport(Stdio, Http, transport, target) {
    if (transport === 'stdio')
        return new Stdio({ command: target[0], args: target.slice(1), env: { ...process.env }, stderr: 'inherit' });
    const headers = target[1] ? { Authorization: `Bearer ${target[1]}` } : {};
    return new Http(new URL(target[0]), { requestInit: { headers } });
}

async function all(list, field) {
    const items = [];
    let cursor;
    do {
        const page = await list(cursor ? { cursor } : {});
        items.push(...page[field]);
        cursor = page.nextCursor;
    } while (cursor);
    return items;
}

async function call(client, wish, tools) {
    const tool = tools.find(one => one.name === wish.name);
    if (!tool) throw new Error(`there is no tool ${wish.name}`);
    const result = await client.callTool({ name: wish.name, arguments: wish.arguments });
    const text = JSON.stringify(result);
    if (result.isError && !wish.expect) throw new Error(`${wish.name} failed: ${text}`);
    if (tool.outputSchema && !result.isError && !result.structuredContent)
        throw new Error(`${wish.name} gave nothing structured`);
    if (wish.expect && !text.includes(wish.expect)) throw new Error(`no ${wish.expect} in ${text}`);
}

async function visit(name, [client, transport], wishes) {
    await client.connect(transport);
    const tools = await all(params => client.listTools(params), 'tools');
    const resources = await all(params => client.listResources(params), 'resources');
    const prompts = await all(params => client.listPrompts(params), 'prompts');
    const read = await client.readResource({ uri: resources[0].uri });
    if (tools.length === 0 || prompts.length === 0 || read.contents.length === 0) throw new Error('nothing is offered');
    for (const wish of wishes.calls) await call(client, wish, tools);
    const version = client.getNegotiatedProtocolVersion?.() ?? client.transport?.protocolVersion ?? transport._protocolVersion;
    console.log(`${name} over ${wishes.transport}${version ? ` (${version})` : ''}: ${tools.length} tools, ` +
                `${resources.length} resources, ${prompts.length} prompts, ${wishes.calls.length} calls`);
    await client.close();
}

const wishes = readArguments(process.argv.slice(2));
const visitors = [
    ['first SDK', () => firstClient(wishes)],
    ['second SDK, handshake', () => secondClient('legacy', wishes)],
    ['second SDK, 2026-07-28', () => secondClient({ pin: '2026-07-28' }, wishes)],
];
let failed = false;
for (const [name, make] of visitors) {
    try {
        await visit(name, make(), wishes);
    } catch (error) {
        failed = true;
        console.error(`${name} over ${wishes.transport}: ${String(error).slice(0, 2000)}`);
    }
}
process.exit(failed ? 1 : 0);
