import { existsSync, statSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Workspace } from '#shared/app-surface.ts'
import { writePrivate } from '../registry/stored-files.ts'
import { WriteFence } from '../catalog/connections/write-fence.ts'
import { DatabaseState } from './database-state.ts'
import { type ReplicationStatus, describeReplication } from './replication-status.ts'
import { findLitestream, type LitestreamProgram } from './find-litestream.ts'
import { HostKeyError, requireHostKey } from './host-key.ts'
import { listGenerations } from './known-generations.ts'
import {
  litestreamConfig,
  litestreamEnvironment,
  registryDatabase,
  type ReplicaSettings,
  type ReplicatedDatabase,
  withoutCredentials,
} from './litestream-config.ts'
import { type LitestreamLine, readLitestreamLine, LitestreamProcess } from './litestream-process.ts'
import { readSalts, WalReader } from './wal-end.ts'

export interface ReplicationOptions extends ReplicaSettings {
  readonly dataDir: string
  readonly log: Logger
  readonly workspaces: () => readonly Workspace[]
  /** Lets no write begin while the replica lacks more than it may. */
  readonly fence: WriteFence
  readonly hasStandby?: boolean | undefined
}

const lookEveryMs = 1000
// The loss of a server costs what was saved within a second, or two without a standby: a write begins while the replica lacks less
// than this, and takes a while. A replica that cannot be reached keeps nothing from being written where nobody follows it.
const lagBounds = {
  withStandby: { mayLagMs: 700, patienceMs: 5000, isRefusedThen: true },
  alone: { mayLagMs: 1000, patienceMs: 2000, isRefusedThen: false },
}
const followEveryMs = 50
// On a busy machine Litestream starts late; commits before its start are not in the replica.
const beginsMs = 30_000
// Litestream's first lines about a database come within its first look at it.
const firstWordsMs = 2000
const firstCopyMs = 10_000
// After a longer silence Litestream is asked for the content of the replica.
const silentMs = 5000
const logAgainMs = 60_000
const hostAgainMs = 30_000

/** Starts to replicate a data folder. Rejects with the remedy where Litestream is missing. */
export async function startReplication(options: ReplicationOptions): Promise<Replication> {
  const replication = new Replication(options, await findLitestream())
  await replication.start()
  return replication
}

/** Replicates vitrine.db and every workspace by Litestream, and reports the progress of each. */
export class Replication {
  readonly #options: ReplicationOptions
  readonly #program: LitestreamProgram
  readonly #process: LitestreamProcess
  readonly #folder: string
  readonly #states = new Map<string, DatabaseState>()
  readonly #logs = new Map<string, WalReader>()
  readonly #released = new Set<string>()
  readonly #seenDatabases = new Set<string>()
  readonly #loggedAt = new Map<string, number>()
  #configured: readonly ReplicatedDatabase[] = []
  #changing: Promise<void> = Promise.resolve()
  #clock: NodeJS.Timeout | undefined
  #followClock: NodeJS.Timeout | undefined
  #startedAt = 0
  #downSince: number | undefined
  #heldUntil = 0
  #fault: string | undefined
  #hasBegun = false
  #isAlarmed = false
  #isAsking = false
  #isClosed = false

  constructor(options: ReplicationOptions, program: LitestreamProgram) {
    this.#options = options
    this.#program = program
    this.#folder = join(options.dataDir, 'replication')
    this.#process = new LitestreamProcess({
      program: program.path,
      configFile: this.#configFile,
      environment: litestreamEnvironment(process.env),
      onLine: (line) => this.#hear(line),
      onCrash: (reason, againInMs) => this.#noteCrash(reason, againInMs),
    })
  }

  /**
   * Waits until Litestream has started and read the files, so that it finds them as it left them, and up
   * to two seconds for first copies.
   */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    this.#options.log.info({ program: this.#program, to: this.status().to }, 'replication begins')
    await this.#change()
    this.#clock = setInterval(() => this.#look(), lookEveryMs).unref()
    this.#followClock = setInterval(() => this.#follow(), followEveryMs).unref()
    await this.#within(beginsMs, () => this.#hasBegun)
    await this.#within(firstWordsMs, () => this.#configured.every((database) => this.#isBegun(database)))
    this.#guardLag()
  }

  async release(workspaceId: string): Promise<void> {
    this.#released.add(workspaceId)
    await this.#change()
    await rm(join(this.#folder, workspaceId), { recursive: true, force: true })
    this.#states.delete(workspaceId)
  }

  include(workspaceId: string): void {
    this.#released.delete(workspaceId)
    void this.#changeIfNeeded()
  }

  status(): ReplicationStatus {
    return describeReplication({
      ...this.#options,
      workspaces: this.#options.workspaces(),
      states: this.#states,
      program: this.#program,
      isRunning: this.#process.isRunning,
      restarts: this.#process.restarts,
      downSince: this.#downSince,
      fault: this.#fault,
    })
  }

  /** The moment until which everything that was saved is in the replica; undefined while that is not known. */
  sentUntil(): number | undefined {
    const now = Date.now()
    this.#observeAll()
    const states = this.#files().map(([id]) => this.#states.get(id))
    // A workspace that Litestream has not been told of yet is in no replica.
    const moments = states.map((state) => (state?.condition === 'missing' ? now : state?.sentUntil?.wall))
    return moments.every((moment) => moment !== undefined) ? Math.min(now, ...moments) : undefined
  }

  lags(): { readonly database: string; readonly seconds: number }[] {
    return this.status().databases.map(({ name, lag_seconds: seconds }) => ({ database: name, seconds }))
  }

  /** Ends Litestream once all commits are in the replica. */
  async close(): Promise<void> {
    clearInterval(this.#clock)
    clearInterval(this.#followClock)
    // A workspace that was made a moment ago is not in the replica yet.
    await this.#changeIfNeeded()
    this.#isClosed = true
    await this.#within(firstCopyMs, () => this.#configured.every((database) => this.#isBegun(database)))
    await this.#process.stop()
  }

  #isBegun({ id, file }: ReplicatedDatabase): boolean {
    return this.#seenDatabases.has(file) && this.#states.get(id)?.isCopying !== true
  }

  async #within(ms: number, isDone: () => boolean): Promise<void> {
    const until = Date.now() + ms
    while (this.#process.isRunning && !isDone() && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
  }

  get #configFile(): string {
    return join(this.#folder, 'litestream.yml')
  }

  #wanted(): ReplicatedDatabase[] {
    const registry = { id: registryDatabase, file: join(this.#options.dataDir, 'vitrine.db') }
    const workspaces = this.#options.workspaces().filter(({ id }) => !this.#released.has(id))
    return [registry, ...workspaces.map(({ id, file }) => ({ id, file }))].filter(({ file }) =>
      existsSync(file),
    )
  }

  /** One after the other; Litestream reads its configuration at its start only. */
  #change(): Promise<void> {
    const changed = this.#changing.then(() => this.#startAnew())
    this.#changing = changed.catch(() => undefined)
    return changed
  }

  async #startAnew(): Promise<void> {
    if (this.#isClosed) return
    await this.#process.stop()
    if (!(await this.#isHostKnown())) return
    this.#configured = this.#wanted()
    this.#seenDatabases.clear()
    for (const { id } of this.#configured)
      if (!this.#states.has(id)) this.#states.set(id, new DatabaseState())
    const settings = { ...this.#options, notesFolder: this.#folder }
    writePrivate(this.#configFile, litestreamConfig(this.#configured, settings))
    this.#startedAt = Date.now()
    this.#hasBegun = false
    this.#process.start()
  }

  /** Litestream takes any host key, and is not started where it is another one. */
  async #isHostKnown(): Promise<boolean> {
    try {
      await requireHostKey(this.#options.address)
      this.#heldUntil = 0
      return true
    } catch (error) {
      if (!(error instanceof HostKeyError)) throw error
      this.#configured = []
      this.#heldUntil = Date.now() + hostAgainMs
      this.#downSince ??= Date.now()
      this.#fault = error.message
      this.#note({ fault: this.#fault }, 'nothing is replicated')
      return false
    }
  }

  async #changeIfNeeded(): Promise<void> {
    await this.#changing
    if (Date.now() < this.#heldUntil) return
    if (JSON.stringify(this.#wanted()) !== JSON.stringify(this.#configured)) await this.#change()
  }

  #look(): void {
    const now = Date.now()
    if (this.#process.isRunning && now - this.#startedAt > silentMs) this.#downSince = undefined
    this.#describeAlarm()
    void this.#changeIfNeeded().catch((error: unknown) =>
      this.#note({ err: error }, 'changing what is replicated failed'),
    )
    void this.#askOfSilent(now)
  }

  #observeAll(): void {
    for (const [id, file] of this.#files()) this.#observe(id, file)
  }

  #observe(id: string, file: string): void {
    const log = this.#logs.get(file) ?? new WalReader(file)
    this.#logs.set(file, log)
    // Before the log is read: what is committed later may be in it or not.
    const at = WriteFence.now()
    this.#states.get(id)?.observe(at, log.read())
  }

  #guardLag(): void {
    const { fence, hasStandby } = this.#options
    this.#noteReplicated()
    fence.boundLag(hasStandby ? lagBounds.withStandby : lagBounds.alone)
  }

  #follow(): void {
    this.#observeAll()
    this.#noteReplicated()
  }

  #noteReplicated(): void {
    let oldest = WriteFence.now()
    for (const [id] of this.#files()) {
      const state = this.#states.get(id)
      const sent = state?.condition === 'missing' ? undefined : state?.sentSinceStart
      if (sent && sent.monotonic < oldest.monotonic) oldest = sent
    }
    this.#options.fence.noteReplicated(oldest)
  }

  #files(): [string, string][] {
    const registry: [string, string] = [registryDatabase, join(this.#options.dataDir, 'vitrine.db')]
    return [registry, ...this.#options.workspaces().map(({ id, file }): [string, string] => [id, file])]
  }

  /** Litestream reports nothing about an unchanged database; the replica shows whether it is complete. */
  async #askOfSilent(now: number): Promise<void> {
    const isDue = this.#process.isRunning && !this.#isAsking && now - this.#startedAt > silentMs
    const silent = isDue ? this.#configured.find(({ id }) => this.#states.get(id)?.isUnknown) : undefined
    if (!silent) return
    this.#isAsking = true
    try {
      await this.#askOf(silent)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.#states.get(silent.id)?.note({ kind: 'fault', file: silent.file, message: this.#safe(message) })
    } finally {
      this.#isAsking = false
    }
  }

  async #askOf({ id, file }: ReplicatedDatabase): Promise<void> {
    const [program, environment] = [this.#program.path, litestreamEnvironment(process.env)]
    const current = (await readFile(join(this.#folder, id, 'generation'), 'utf8')).trim()
    const known = await listGenerations({ program, configFile: this.#configFile, environment, file })
    const changed = changedAt(file)
    const found = known.find(({ name }) => name === current)
    // Its clock may differ from ours, and it lists whole seconds. Later changes would have been sent by
    // Litestream already.
    if (found && changed !== undefined && changed <= found.end + silentMs)
      this.#states.get(id)?.noteFound(current)
  }

  #hear(text: string): void {
    this.#hasBegun = true
    const line = readLitestreamLine(text)
    if (!line) return
    if (line.kind === 'fault') return this.#noteFault(line)
    this.#seenDatabases.add(line.file)
    const database = this.#configured.find(({ file }) => file === line.file)
    if (database) this.#noteProgress(line, database)
  }

  #noteProgress(line: LitestreamLine, { id, file }: ReplicatedDatabase): void {
    if (line.kind !== 'sent') return this.#states.get(id)?.note(line)
    this.#observe(id, file)
    this.#states.get(id)?.note(line, this.#saltsAt(id, line.position))
    this.#noteReplicated()
  }

  /** The salts of the log at a position, from Litestream's copy of it, which it removes some time after it was sent. */
  #saltsAt(id: string, position: string): string | undefined {
    const [, generation, index] = /^([0-9a-f]+)\/([0-9a-f]+):/.exec(position) ?? []
    if (!generation || !index) return undefined
    return readSalts(join(this.#folder, id, 'generations', generation, 'wal', `${index}.wal`))
  }

  #stateOf(file: string | undefined): DatabaseState | undefined {
    const database = this.#configured.find((each) => each.file === file)
    return database && this.#states.get(database.id)
  }

  #noteFault(line: LitestreamLine & { kind: 'fault' }): void {
    const message = this.#safe(line.message)
    const state = this.#stateOf(line.file)
    if (state) state.note({ ...line, message })
    else this.#fault = message
    this.#note({ file: line.file, message }, 'Litestream reports a fault')
  }

  #noteCrash(reason: string, againInMs: number): void {
    this.#downSince ??= Date.now()
    this.#startedAt = Date.now() + againInMs
    this.#note({ reason, againInMs, fault: this.#fault }, 'Litestream has ended and is started again')
  }

  /** A fault comes back with every look, four times a second: it is logged once a minute. */
  #note(details: object, message: string): void {
    const key = `${message} ${JSON.stringify(details)}`
    const last = this.#loggedAt.get(key) ?? 0
    if (Date.now() - last < logAgainMs) return
    if (this.#loggedAt.size > 100) this.#loggedAt.clear()
    this.#loggedAt.set(key, Date.now())
    this.#options.log.warn(details, message)
  }

  #describeAlarm(): void {
    const { alarm, lag_seconds: lag } = this.status()
    if ((alarm !== null) === this.#isAlarmed) return
    this.#isAlarmed = alarm !== null
    if (alarm) this.#options.log.error({ alarm, lag }, 'the replica lags behind')
    else this.#options.log.info('the replica is up to date again')
  }

  #safe(text: string): string {
    return withoutCredentials(text, process.env)
  }
}

function changedAt(file: string): number | undefined {
  if (!existsSync(file)) return undefined
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return (log ?? statSync(file, { throwIfNoEntry: false }))?.mtimeMs
}
