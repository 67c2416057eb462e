import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServer } from '../../index.ts'
import { runHere } from '../../testing/in-process-host.ts'

const program = join(import.meta.dirname, '../../cli/vitrine.mjs')
let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-stdio-'))
  const server = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
  await server.createWorkspaceFile(join(dataDir, 'shop.vitrine'), 'Shop')
  await server.close()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const argumentsOf = (workspace: string) => [program, 'mcp', '--workspace', workspace, '--data', dataDir]

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: argumentsOf('shop') }))
  return client
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  return (await client.callTool({ name, arguments: args })).structuredContent
}

const vendor = { name: 'Name', key: 'name', entity_type: 'vendor', data_type: 'single_line_text_field' }

test('without a running server the command serves the agent itself, and leaves the folder to the app when it rests [MCP-11]', async () => {
  const client = await connect('auto')
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  await call(client, 'create_attribute', { ...vendor, is_primary: true })
  const { data } = await call(client, 'create_entity', {
    type: 'vendor',
    attributes: { name: 'Länge & Söhne' },
  })
  expect(data.label).toBe('Länge & Söhne')

  const server = await vi.waitFor(
    () => startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere }),
    {
      timeout: 60_000,
      interval: 500,
    },
  )
  const listed = await call(client, 'list_entities', { type: 'vendor' })
  const events = await call(client, 'list_events', { type: 'vendor' })

  expect(listed.data).toEqual([data])
  expect(events.data).toMatchObject([{ event: 'entity.created', actor: { type: 'owner' }, via: 'mcp' }])
  await server.close()
  const again = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
  expect((await call(client, 'list_entities', { type: 'vendor' })).data).toEqual([data])

  await client.close()
  await again.close()
})

test('beside a running server it is a bridge, for the revision of 2025 too', async () => {
  const server = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
  const client = await connect('legacy')

  expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
  expect((await client.listTools()).tools).toHaveLength(62)
  const { contents } = await client.readResource({ uri: 'vitrine://schema' })
  expect(contents).toHaveLength(1)
  await expect(client.readResource({ uri: 'vitrine://views/nope' })).rejects.toThrow(/not found/i)

  await client.close()
  await server.close()
})

test('what is no message is refused in its own form, and nothing but messages is printed [MCP-11]', async () => {
  const child = spawn(process.execPath, argumentsOf('Shop'), { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.stdin.end('{"jsonrpc":\n\nnull\n{"jsonrpc":"2.0","id":"a","method":"tools/list"}\n')

  expect(await ended).toBe(0)
  const messages = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(messages).toMatchObject([
    { jsonrpc: '2.0', id: null, error: { code: -32700 } },
    { jsonrpc: '2.0', id: null, error: { code: -32600 } },
    { jsonrpc: '2.0', id: 'a', result: { tools: expect.any(Array) } },
  ])
})

// A string of JSON may contain U+2028 unescaped, and JSON.stringify of agents writes it so.
test('only a line feed ends a message [MCP-11]', () => {
  const call = { name: 'create_attribute', arguments: { ...vendor, name: 'Name\u2028of' } }
  const message = { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: call }
  const ran = spawnSync(process.execPath, argumentsOf('Shop'), {
    encoding: 'utf8',
    input: JSON.stringify(message),
  })

  expect(ran.status).toBe(0)
  expect(JSON.parse(ran.stdout)).toMatchObject({
    id: 'a',
    result: { structuredContent: { data: { name: 'Name\u2028of' } } },
  })
})

test('an unknown workspace ends the command with one line that names those there are', () => {
  const ran = spawnSync(process.execPath, argumentsOf('Other'), { encoding: 'utf8' })

  expect(ran.status).toBe(1)
  expect(ran.stdout).toBe('')
  expect(ran.stderr).toBe('There is no workspace "Other". There are: "Shop".\n')
})
