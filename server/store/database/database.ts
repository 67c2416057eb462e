/**
 * One connection to one SQLite file. What may be done to the file is in the type: only `Database.write` hands
 * out a `WritableDb`, and it is one immediate, synchronous transaction.
 *
 * const database = openDatabase('shop.vitrine') database.write((tx) => { tx.run('INSERT INTO note (text)
 * VALUES (?)', 'kept') try { tx.nested(() => { tx.run('DELETE FROM note'); throw new Error('no') }) } catch {
 * } // The savepoint is undone, the transaction goes on. }) database.takeCommitted() // The events of what
 * was written, for those who listen. database.read((db) => db.column('SELECT text FROM note')) // ['kept'],
 * of one state of the file database.read((db) => countCached(db, sql`SELECT count(*) AS total FROM note`)) //
 * 1, then from the cache database.close()
 */
import BetterSqlite3 from 'better-sqlite3'
import type { EventKind, EventRecord } from '#shared/events.ts'
import { registerComputedFunctions } from './sql-functions.ts'
import { type Caches, VersionedCache, Versions } from './caches.ts'
import type { IdentityClock } from './identity-clock.ts'
import { InterruptedRead, type ReadGuard } from '#shared/interrupted.ts'
import { guardFunction } from './fragment.ts'
import type { HiddenAttributes } from './restricted-view.ts'
import { noRequests, type WriterRequests } from './writer-requests.ts'

export interface ReadableDb {
  readonly dataVersion: string
  readonly schemaVersion: string
  readonly caches: Caches
  readonly requests: WriterRequests
  readonly isReadonly: boolean
  readonly path: string
  /** Whether Litestream checkpoints the log, so that our connections must not. */
  readonly isReplicated: boolean
  /** The attributes that the reader may not read; undefined for a reader who may read all. */
  readonly hidden: HiddenAttributes | undefined
  get<Row>(text: string, ...params: unknown[]): Row | undefined
  all<Row>(text: string, ...params: unknown[]): Row[]
  /** Rows as arrays in column order, at half the cost of objects for many rows. */
  tuples<Row extends unknown[]>(text: string, ...params: unknown[]): Row[]
  column<Value>(text: string, ...params: unknown[]): Value[]
  /** Throws InterruptedRead where the current read has to end, for work between its statements. */
  throwIfInterrupted(): void
  /** Limits the page cache and the memory map, for work that reads the whole file once. */
  limitPageCache(): void
  defineFunctions(functions: SqlFunctions): void
  /** Runs statements whose SQL calls `fn` by its name; the function only exists meanwhile. */
  withFunction<T>(name: string, fn: SqlFunction, run: () => T): T
  /** The rows of a table collected by `collectRows` so far; undefined where they are written at once. */
  collectedRows(table: PendingTable): unknown[] | undefined
}

export type SqlValue = string | number | null | Uint8Array
export type SqlFunction = (...args: SqlValue[]) => string | number | null
export type SqlFunctions =
  | ReadonlyMap<string, SqlFunction>
  | ((db: ReadableDb) => ReadonlyMap<string, SqlFunction>)

export type PendingTable = 'event' | number

/** An event whose record is made on demand, since the thousands of an import are usually not read. */
export interface CommittedEvent {
  readonly kind: EventKind
  readonly toRecord: () => EventRecord
}

export interface WritableDb extends ReadableDb {
  readonly isAwaited: () => boolean
  run(text: string, ...params: unknown[]): { changes: number; lastInsertRowid: number }
  /** Runs DDL and other one-time texts; after DDL every statement of the connection is prepared again. */
  exec(text: string): void
  schemaChanged(): void
  nested<T>(fn: () => T): T
  /** Runs `fn` with writes to this file only: other copies derive their own. */
  unreplicated<T>(fn: () => T): T
  /**
   * Until the returned function is called, a rollback shortens these lists to their length at the start of
   * the transaction or savepoint.
   */
  onRollback(...lists: readonly unknown[][]): () => void
  /** Runs `fn` and writes the collected rows of these tables at its end, in batches. */
  collectRows<T>(tables: Iterable<PendingTable>, write: WriteRows, fn: () => T): T
  recordEvent(event: CommittedEvent): void
  /** Generates ids and times; undefined until it is first set. */
  clock: IdentityClock | undefined
}

type WriteRows = (table: PendingTable, rows: readonly unknown[]) => void

export interface CollectedStatement {
  readonly text: string
  readonly params: readonly unknown[]
  readonly done?: { readonly changes: number; readonly lastInsertRowid: number }
}

export interface DatabaseOptions {
  readonly readonly?: boolean
  readonly busyTimeoutMs?: number
  /** Whether Litestream replicates the file, so that no other process may checkpoint its log. */
  readonly isReplicated?: boolean | undefined
  readonly requests?: WriterRequests | undefined
}

/**
 * After so many pages the log is copied into the file, while the commit waits: seldom, since the same
 * pages change again and again.
 */
const checkpointPages = 16_000
const pagesOfStep = 1000

/** Copies the log in steps short enough for a waiting write while the search index is built. */
export function checkpointInSteps(db: ReadableDb, isInSteps: boolean): void {
  if (db.isReplicated) return
  db.get(`PRAGMA wal_autocheckpoint = ${isInSteps ? pagesOfStep : checkpointPages}`)
}

/** Copies the log over a separate connection, so that no reader or writer waits. */
export function copyLog({ sqlite }: Database): void {
  sqlite.pragma('wal_checkpoint(PASSIVE)')
}

class Connection implements WritableDb {
  guard: ReadGuard | undefined
  isAwaited: () => boolean = nobodyWaits
  clock: IdentityClock | undefined
  readonly isReadonly: boolean
  readonly path: string
  readonly isReplicated: boolean
  readonly hidden = undefined
  readonly requests: WriterRequests
  readonly caches: Caches
  readonly #sqlite: BetterSqlite3.Database
  readonly #versions: Versions
  readonly #defined = new Set<SqlFunctions>()
  readonly #functions = new Map<string, SqlFunction | undefined>()
  readonly #prepared: Record<Form, Map<string, BetterSqlite3.Statement>> = {
    object: new Map(),
    raw: new Map(),
    pluck: new Map(),
  }
  #statements: CollectedStatement[] | undefined
  readonly #events: CommittedEvent[] = []
  readonly #lists = new Set<unknown[]>([this.#events])
  readonly #collected = new Map<PendingTable, unknown[]>()

  constructor(sqlite: BetterSqlite3.Database, isReplicated: boolean, requests = noRequests()) {
    this.#sqlite = sqlite
    this.isReplicated = isReplicated
    this.isReadonly = sqlite.readonly
    this.path = sqlite.name
    this.requests = requests
    this.#versions = new Versions(sqlite)
    this.caches = {
      schema: new VersionedCache(() => this.schemaVersion),
      data: new VersionedCache(() => this.dataVersion),
      followed: new VersionedCache(() => (this.isReadonly ? this.#versions.day : this.dataVersion)),
    }
    sqlite.function(guardFunction, () => {
      this.throwIfInterrupted()
      return 1
    })
  }

  get dataVersion(): string {
    return this.#versions.data
  }

  get schemaVersion(): string {
    return this.#versions.schema
  }

  get<Row>(text: string, ...params: unknown[]): Row | undefined {
    this.throwIfInterrupted()
    const statement = this.#prepare(text)
    const row = statement.get(...params)
    if (!statement.readonly) this.#wrote({ text, params })
    return row as Row | undefined
  }

  all<Row>(text: string, ...params: unknown[]): Row[] {
    return this.#all(text, 'object', params) as Row[]
  }

  column<Value>(text: string, ...params: unknown[]): Value[] {
    return this.#all(text, 'pluck', params) as Value[]
  }

  tuples<Row extends unknown[]>(text: string, ...params: unknown[]): Row[] {
    return this.#all(text, 'raw', params) as Row[]
  }

  #all(text: string, form: Form, params: unknown[]): unknown[] {
    this.throwIfInterrupted()
    const statement = this.#prepare(text, form)
    const rows = statement.all(...params)
    if (!statement.readonly) this.#wrote({ text, params })
    return rows
  }

  limitPageCache(): void {
    shrinkPageCache(this.#sqlite)
  }

  defineFunctions(functions: SqlFunctions): void {
    if (this.#defined.has(functions)) return
    this.#defined.add(functions)
    const byName = typeof functions === 'function' ? functions(this) : functions
    for (const [name, fn] of byName) this.#define(name, fn)
  }

  #define(name: string, fn: SqlFunction): void {
    this.#sqlite.function(name, { deterministic: true, varargs: true }, fn)
  }

  withFunction<T>(name: string, fn: SqlFunction, run: () => T): T {
    const outer = this.#functions.get(name)
    if (!this.#functions.has(name))
      this.#define(name, (...args) => this.#functions.get(name)?.(...args) ?? null)
    this.#functions.set(name, fn)
    try {
      return run()
    } finally {
      this.#functions.set(name, outer)
    }
  }

  run(text: string, ...params: unknown[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#prepare(text).run(...params)
    const done = { changes, lastInsertRowid: Number(lastInsertRowid) }
    this.#wrote({ text, params, done })
    return done
  }

  exec(text: string): void {
    this.#versions.schemaChanged()
    this.#sqlite.exec(text)
    this.#wrote({ text, params: [] })
  }

  schemaChanged(): void {
    this.#versions.schemaChanged()
  }

  #wrote(statement: CollectedStatement): void {
    this.#versions.wrote()
    this.#statements?.push(statement)
  }

  unreplicated<T>(fn: () => T): T {
    const statements = this.#statements
    this.#statements = undefined
    try {
      return fn()
    } finally {
      this.#statements = statements
    }
  }

  collectStatements(statements: CollectedStatement[] | undefined): void {
    if (this.#statements) this.#lists.delete(this.#statements)
    this.#statements = statements
    if (statements) this.onRollback(statements)
  }

  onRollback(...lists: readonly unknown[][]): () => void {
    for (const list of lists) this.#lists.add(list)
    return () => {
      for (const list of lists) this.#lists.delete(list)
    }
  }

  collectRows<T>(tables: Iterable<PendingTable>, write: WriteRows, fn: () => T): T {
    const lists = new Map(Array.from(tables, (table): [PendingTable, unknown[]] => [table, []]))
    for (const [table, rows] of lists) this.#collected.set(table, rows)
    const end = this.onRollback(...lists.values())
    try {
      const result = fn()
      for (const [table, rows] of lists) write(table, rows)
      return result
    } finally {
      end()
      for (const table of lists.keys()) this.#collected.delete(table)
    }
  }

  collectedRows(table: PendingTable): unknown[] | undefined {
    return this.#collected.get(table)
  }

  recordEvent(event: CommittedEvent): void {
    this.#events.push(event)
  }

  takeEvents(): CommittedEvent[] {
    return this.#events.splice(0)
  }

  nested<T>(fn: () => T): T {
    return this.#bracket(savepoint, fn)
  }

  transact<T>(bracket: Bracket, fn: (tx: WritableDb) => T): T {
    this.#versions.transactionBegins()
    return this.#bracket(bracket, () => fn(this))
  }

  hold(): void {
    this.#versions.transactionBegins()
    this.#sqlite.exec('BEGIN')
    this.get('SELECT 1 FROM sqlite_schema LIMIT 1')
  }

  #bracket<T>({ begin, end, undo }: Bracket, fn: () => T): T {
    const lengths = Array.from(this.#lists, (list): [unknown[], number] => [list, list.length])
    try {
      this.#prepare(begin).run()
      return this.#untilEnd(end, undo, fn)
    } catch (error) {
      for (const [list, length] of lengths) if (list.length > length) list.length = length
      throw error
    }
  }

  #untilEnd<T>(end: string, undo: readonly string[], fn: () => T): T {
    try {
      const result = fn()
      this.#prepare(end).run()
      return result
    } catch (error) {
      this.#versions.rolledBack()
      // SQLite has already rolled back by itself where the disk was full or the file failed.
      if (this.#sqlite.inTransaction) for (const statement of undo) this.#prepare(statement).run()
      throw error
    }
  }

  throwIfInterrupted(): void {
    const reason = this.guard?.()
    if (!reason) return
    this.guard = undefined
    throw new InterruptedRead(reason)
  }

  #prepare(text: string, form: Form = 'object'): BetterSqlite3.Statement {
    const statements = this.#prepared[form]
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= maxStatements) statements.clear()
    const statement = this.#sqlite.prepare(text)
    if (form !== 'object') statement[form](true)
    statements.set(text, statement)
    return statement
  }
}

type Form = 'object' | 'raw' | 'pluck'

interface Bracket {
  readonly begin: string
  readonly end: string
  readonly undo: readonly string[]
}

const reading: Bracket = { begin: 'BEGIN', end: 'COMMIT', undo: ['ROLLBACK'] }
const writing: Bracket = { begin: 'BEGIN IMMEDIATE', end: 'COMMIT', undo: ['ROLLBACK'] }
const savepoint: Bracket = {
  begin: 'SAVEPOINT nested',
  end: 'RELEASE nested',
  undo: ['ROLLBACK TO nested', 'RELEASE nested'],
}

const nobodyWaits = () => false

// Query texts vary with the clauses of a list; beyond this number the cache is emptied, so that it stays
// bounded.
const maxStatements = 1000

const mappedBytes = 256 * 2 ** 20

export class Database {
  readonly #sqlite: BetterSqlite3.Database
  readonly #connection: Connection

  constructor(sqlite: BetterSqlite3.Database, { isReplicated = false, requests }: DatabaseOptions = {}) {
    this.#sqlite = sqlite
    this.#connection = new Connection(sqlite, isReplicated, requests)
  }

  read<T>(fn: (db: ReadableDb) => T, guard?: ReadGuard): T {
    this.#connection.guard = guard
    try {
      return this.#connection.transact(reading, fn)
    } finally {
      this.#connection.guard = undefined
    }
  }

  /** Begins to read one state of the file, which stays the same until the connection is closed. */
  hold(): ReadableDb {
    this.#connection.hold()
    return this.#connection
  }

  write<T>(fn: (tx: WritableDb) => T, isAwaited = nobodyWaits): T {
    this.#connection.isAwaited = isAwaited
    return this.#connection.transact(writing, fn)
  }

  /**
   * Collects the statements of all further writes in the returned list. The caller empties it; a rollback
   * removes its own statements.
   */
  collectStatements(): CollectedStatement[] {
    const statements: CollectedStatement[] = []
    this.#connection.collectStatements(statements)
    return statements
  }

  stopCollecting(): void {
    this.#connection.collectStatements(undefined)
  }

  takeCommitted(isTaken: (kind: EventKind) => boolean = () => true): readonly EventRecord[] {
    const events = this.#connection.takeEvents().filter(({ kind }) => isTaken(kind))
    return events.map(({ toRecord }) => toRecord())
  }

  get requests(): WriterRequests {
    return this.#connection.requests
  }

  get sqlite(): BetterSqlite3.Database {
    return this.#sqlite
  }

  close(): void {
    this.#sqlite.close()
  }
}

/**
 * Opens the connection with the common pragmas. An acknowledged write survives power loss (WAL with
 * synchronous=FULL). `workspace-file.ts` checks and migrates the content first.
 */
export function openDatabase(
  file: string,
  { readonly = false, busyTimeoutMs = 5000, isReplicated = false, requests }: DatabaseOptions = {},
): Database {
  const sqlite = new BetterSqlite3(file, { readonly, timeout: busyTimeoutMs })
  if (!readonly) sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  distrust(sqlite, { readonly })
  // Fewer, larger checkpoints (64 MB): a batch of 100 costs a quarter less than with SQLite's 1,000 pages.
  if (!readonly) sqlite.pragma(`wal_autocheckpoint = ${isReplicated ? 0 : checkpointPages}`)
  sqlite.pragma('fullfsync = ON')
  sqlite.pragma('foreign_keys = ON')
  // In KB. An import fills the writer's cache, and is no faster with twice as much.
  sqlite.pragma(`cache_size = ${readonly ? -65_536 : -32_768}`)
  sqlite.pragma('temp_store = MEMORY')
  // A writer's mapped pages would count as memory of the process, since an import touches the whole file.
  if (readonly) sqlite.pragma(`mmap_size = ${mappedBytes}`)
  registerComputedFunctions(sqlite)
  return new Database(sqlite, { isReplicated, requests })
}

/** The content of a file may come from anybody. */
function distrust(sqlite: BetterSqlite3.Database, { readonly }: { readonly readonly: boolean }): void {
  sqlite.pragma('cell_size_check = ON')
  // Triggers of our own indexes call our functions on a writer.
  if (readonly) sqlite.pragma('trusted_schema = OFF')
}

/** Cached or mapped pages only cost memory where everything is read once. */
export function shrinkPageCache(sqlite: BetterSqlite3.Database): void {
  sqlite.pragma('mmap_size = 0')
  sqlite.pragma('cache_size = -8192')
  sqlite.pragma('shrink_memory')
}

/** An open read transaction: one consistent state of a workspace file (a WAL snapshot). */
export interface ReadTransaction {
  readonly db: ReadableDb
  readonly close: () => void
}

export function beginReadTransaction(file: string, requests: WriterRequests): ReadTransaction {
  const database = openDatabase(file, { readonly: true, requests })
  try {
    shrinkPageCache(database.sqlite)
    return { db: database.hold(), close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}
