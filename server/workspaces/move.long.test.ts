import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as askNode, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { sendRequest } from '../testing/http-client.ts'
import { hasRqlite, startRqlite } from '../testing/rqlite-nodes.ts'

const program = fileURLToPath(new URL('../cli/vitrine.mjs', import.meta.url))
const run = promisify(execFile)

type Step = 'lease' | 'load' | 'leave'
type Moment = `${'before' | 'after'} ${Step}`

function stepOf(url: string, body: string): Step | undefined {
  if (url.startsWith('/db/load')) return 'load'
  if (!url.startsWith('/db/execute')) return undefined
  if (body.includes('moved:')) return 'leave'
  return body.includes('UPDATE cluster_lease SET term') ? 'lease' : undefined
}

class WatchedCluster implements AsyncDisposable {
  readonly #server
  #waiting: { readonly moment: Moment; readonly kill: () => Promise<void> } | undefined

  constructor(node: string) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => void this.#pass(node, { request, response, body: Buffer.concat(chunks) }))
    }).listen(0, '127.0.0.1')
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  killAt(moment: Moment, kill: () => Promise<void>): void {
    this.#waiting = { moment, kill }
  }

  async #pass(node: string, { request, response, body }: PassedRequest): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const step = stepOf(path, body.toString('latin1'))
    if (await this.#kills(`before ${step}`)) return void response.destroy()
    const type = headers['content-type'] ?? 'application/json'
    const sent = { 'content-type': type, 'content-length': String(body.length) }
    const asked = askNode(node + path, { method, headers: sent })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const answered = await buffer(answer)
    if (await this.#kills(`after ${step}`)) return void response.destroy()
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(answered)
  }

  async #kills(moment: string): Promise<boolean> {
    const waiting = this.#waiting
    if (waiting?.moment !== moment) return false
    this.#waiting = undefined
    await waiting.kill()
    return true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}

interface PassedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
}

test.skipIf(!hasRqlite())(
  '[RQLITE-21] a server that is killed at any step of a move opens the workspace where the file of clusters says it is, with all that was acknowledged, and moves it then',
  { timeout: 240_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-move-kill-'))
    const data = ['--json', '--data', join(folder, 'data')]
    const file = join(folder, 'cluster.json')
    writeFileSync(file, '{"databases": {}}')
    await using first = await startRqlite()
    await using second = await startRqlite()
    await using one = new WatchedCluster(first.nodes[0]?.address ?? '')
    await using two = new WatchedCluster(second.nodes[0]?.address ?? '')
    let server: ChildProcess | undefined
    const command = async (...args: string[]) => {
      const { stdout } = await run(process.execPath, [program, ...args, ...data])
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    }
    const kill = async () => {
      const ended = server && once(server, 'exit')
      server?.kill('SIGKILL')
      await ended
    }
    const start = async () => {
      const args = ['serve', '--port', '0', '--cluster', file, ...data]
      const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
      server = child
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      return String(JSON.parse(line).origin)
    }
    const move = (to: WatchedCluster) => command('workspace', 'move', 'Shop', '--nodes', to.address)
    const place = () => JSON.parse(readFileSync(file, 'utf8')).databases.Shop?.nodes[0]
    try {
      await command('workspace', 'create', 'Shop')
      const { key } = await command('key', 'create', '--workspace', 'Shop')
      const headers = { authorization: `Bearer ${key}` }
      let origin = await start()
      const send = (path: string, body: object) =>
        sendRequest(origin, { method: 'POST', path: `/api/v1${path}`, headers, body })
      const sku = { name: 'SKU', key: 'sku', entity_type: 'product', data_type: 'single_line_text_field' }
      expect((await send('/attributes', { ...sku, is_primary: true })).status).toBe(201)
      const saved: string[] = []
      const add = async () => {
        const answer = await send('/products', { attributes: { sku: `S${saved.length}` } })
        expect(`${answer.status} ${answer.text}`).toMatch(/^201/)
        saved.push(`S${saved.length}`)
      }
      const cutOff = async (moment: Moment, at: WatchedCluster, to: WatchedCluster) => {
        await add()
        at.killAt(moment, kill)
        await expect(move(to)).rejects.toThrow('Command failed')
        origin = await start()
        await add()
        const { body } = await sendRequest(origin, {
          path: '/api/v1/products?limit=200&sort=created_at',
          headers,
        })
        expect(body.data.map((product: { label: string }) => product.label).toSorted()).toEqual(
          saved.toSorted(),
        )
      }
      for (const moment of ['before lease', 'after lease', 'before load', 'after load'] as const) {
        await cutOff(moment, one, one)
        expect([moment, place()]).toEqual([moment, undefined])
      }
      await move(one)
      expect(place()).toBe(one.address)
      for (const moment of ['before load', 'after load'] as const) {
        await cutOff(moment, two, two)
        expect([moment, place()]).toEqual([moment, one.address])
      }
      for (const [moment, from, to] of [
        ['before leave', one, two],
        ['after leave', two, one],
      ] as const) {
        await cutOff(moment, from, to)
        expect([moment, place()]).toEqual([moment, to.address])
      }
    } finally {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
