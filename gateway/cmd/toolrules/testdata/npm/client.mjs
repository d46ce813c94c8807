// Lists the tools of a server with the TypeScript SDK and calls one of them. Usage: node client.mjs TOOL URL, or
// node client.mjs TOOL COMMAND ARGUMENT... It prints {"tools": [NAME...], "text": RESULT}.
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [tool, target, ...args] = process.argv.slice(2);
const client = new Client({name: 'test', version: '1'});
await client.connect(target.startsWith('http')
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({command: target, args, env: process.env, stderr: 'inherit'}));
const {tools} = await client.listTools(undefined, {timeout: 120000});
const result = await client.callTool({name: tool, arguments: {message: 'hi'}});
console.log(JSON.stringify({tools: tools.map(t => t.name), text: result.content[0].text}));
await client.close();
