/**
 * Runs the official conformance suite for both revisions: required scenarios against the fixture with its
 * tools, those without tools against the real server. `expected-failures.yaml` lists accepted failures;
 * any other failure, or a listed scenario that passes, ends the trial with exit code 1.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { startCatalog } from './catalog-server.ts'
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import { portOf, allowedHosts, checkHost, checkOrigin, originsOf } from '../../edge/host-and-origin.ts'
import { ResourceNotFoundError, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { acceptJsonLeniently } from '../../edge/body-parser.ts'
import { createErrorHandler } from '../../edge/error-handler.ts'
import { createEndpoint } from '../endpoint.ts'
import { promptWithInput, stateCodec } from './fixture-inputs.ts'
import { fixturePrompts, fixtureTools, readFixture, resources, resourceTemplates } from './fixture-tools.ts'

/**
 * A server for the conformance suite, whose scenarios call tools that no catalog has. It uses the same
 * endpoint, guard and body parser as the real one, so that the suite judges Vitrine's protocol.
 */
async function startFixture(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const app: FastifyInstance = Fastify()
  const endpoint = createEndpoint(createFixture, () => undefined)
  const port = () => portOf(app.server)
  app.setErrorHandler(createErrorHandler(() => `http://127.0.0.1:${port()}`))
  app.addHook('onRequest', (request, _reply, done) => {
    checkHost(request, allowedHosts(port()))
    checkOrigin(request, originsOf(allowedHosts(port())), { pageAllowed: false })
    done()
  })
  acceptJsonLeniently(app)
  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: '/mcp',
    handler: (request, reply) => endpoint.answer(request, reply, {}),
  })
  app.addHook('preClose', () => endpoint.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${port()}/mcp`, close: () => app.close() }
}

const capabilities = {
  tools: {},
  resources: { subscribe: true },
  prompts: {},
  completions: {},
  logging: {},
}

function createFixture(): Server {
  const server = new Server(
    { name: 'vitrine-conformance-fixture', version: '1.0.0' },
    { capabilities, requestState: { verify: (state, context) => stateCodec.verify(state, context) } },
  )
  listAndCall(server)
  server.setRequestHandler('resources/list', () => ({ resources }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = readFixture(uri)
    if (!found) throw new ResourceNotFoundError(uri)
    return found
  })
  // Without sessions no update can be sent; the suite checks only the answer.
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park', 'party'] },
  }))
  getPrompts(server)
  return server
}

function listAndCall(server: Server): void {
  const inputSchema = { type: 'object' as const }
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(fixtureTools).map((name) => ({ name, description: `The tool ${name}.`, inputSchema })),
  }))
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args } }, context) => {
    const tool = fixtureTools[name]
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
    return tool(args ?? {}, context)
  })
}

const promptThatAsks = 'test_input_required_result_prompt'

function getPrompts(server: Server): void {
  const described = Object.entries({ ...fixturePrompts, [promptThatAsks]: { arguments: [] } })
  server.setRequestHandler('prompts/list', () => ({
    prompts: described.map(([name, { arguments: args }]) => ({
      name,
      description: `The prompt ${name}.`,
      arguments: args,
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args } }, context) => {
    if (name === promptThatAsks) return promptWithInput(context)
    const prompt = fixturePrompts[name]
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
    return { messages: prompt.write(args ?? {}) }
  })
}

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const baseline = join(import.meta.dirname, 'expected-failures.yaml')

const common = [
  'tools-list',
  'resources-list',
  'prompts-list',
  'completion-complete',
  'dns-rebinding-protection',
]
const ofCatalog: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', ...common],
  '2026-07-28': [...common, 'caching', 'sep-2164-resource-not-found', 'http-header-validation'],
}

function runSuite(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [suite, 'server', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function checkFixture(revision: string): Promise<boolean> {
  const fixture = await startFixture()
  try {
    const args = ['--url', fixture.url, '--requirements', revision, '--expected-failures', baseline]
    const { code, output } = await runSuite(args)
    console.log(`\n${revision}, all that is required, against the fixture:`)
    console.log(output.slice(output.indexOf('=== SUMMARY ===')).trim())
    return code === 0
  } finally {
    await fixture.close()
  }
}

async function checkCatalog(revision: string): Promise<boolean> {
  await using catalog = await startCatalog()
  const proxy = await startProxy(catalog.origin, catalog.key)
  console.log(`\n${revision}, what needs no fixture, against the real server:`)
  const failed: string[] = []
  for (const scenario of ofCatalog[revision] ?? []) {
    const args = ['--url', proxy.url, '--scenario', scenario, '--spec-version', revision]
    const { code, output } = await runSuite(args)
    console.log(`${code === 0 ? '✓' : '✗'} ${scenario}`)
    if (code !== 0) failed.push(output)
  }
  proxy.close()
  for (const output of failed) console.log(output)
  return failed.length === 0
}

let isGood = true
for (const revision of Object.keys(ofCatalog)) {
  isGood = (await checkFixture(revision)) && isGood
  isGood = (await checkCatalog(revision)) && isGood
}
console.log(isGood ? '\nBoth revisions are met.' : '\nThere are failures that are not expected.')
process.exitCode = isGood ? 0 : 1

interface Proxy {
  readonly url: string
  close(): void
}

/**
 * A proxy that adds a credential, which the suite cannot send. Everything else passes unchanged, including
 * Host and Origin of an attacker.
 */
async function startProxy(origin: string, key: string): Promise<Proxy> {
  const target = new URL(origin)
  const proxy = createServer((request, response) => {
    const forwarded = sendRequest(
      { host: target.hostname, port: target.port, method: request.method, path: request.url },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    for (const [name, value] of Object.entries(headersOf(request, target)))
      forwarded.setHeader(name, value ?? '')
    forwarded.setHeader('authorization', `Bearer ${key}`)
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done)
  })
  const port = portOf(proxy)
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

function headersOf({ headers, socket }: IncomingMessage, target: URL): IncomingMessage['headers'] {
  const own = new RegExp(`^(http://)?(127\\.0\\.0\\.1|localhost|\\[::1\\]):${socket.localPort}$`)
  const rename = (value: string | undefined) => value?.replace(own, `$1$2:${target.port}`)
  const { host, origin, ...rest } = headers
  return { ...rest, host: rename(host), ...(origin !== undefined && { origin: rename(origin) }) }
}
