/**
 * One connection to one SQLite file. Reading and writing capability live in the type: only `Database.write` hands out a
 * `WritableDb`, and it is one immediate, synchronous transaction. Statements are prepared once per connection and text.
 */
import BetterSqlite3 from 'better-sqlite3'
import type { EventKind, EventRecord } from '#shared/events.ts'
import { alwaysLosing, forgettingOnRollback, takeCommitted } from './committed-events.ts'
import { plainText } from '#shared/html-to-text.ts'
import { boundedText } from './bounded-text.ts'
import { pictureSide } from './picture-side.ts'
import { foldText, textLength } from '#shared/text.ts'
import { Interrupted, type ReadGuard } from '#shared/interrupted.ts'
import { checkpointPages } from './checkpoint.ts'
import { guardFunction } from './read-guard.ts'

export interface ReadableDb {
  /** Another number in every transaction and after every rollback: what was read under the same one still holds. */
  readonly epoch: number
  /** How often this connection may have changed the schema or undone that: the number of one that was undone may be given again, to another. */
  readonly schemaChanges: number
  /** The connection was opened read-only. */
  readonly isReadonly: boolean
  /** Where the file lies. */
  readonly path: string
  /** Whoever replicates the file moves its log into it; no connection of ours does. */
  readonly isReplicated: boolean
  get<Row>(text: string, ...params: unknown[]): Row | undefined
  all<Row>(text: string, ...params: unknown[]): Row[]
  /** Rows as arrays, in the order of the columns: half the cost of objects where there are many. */
  tuples<Row extends unknown[]>(text: string, ...params: unknown[]): Row[]
  /** Rows of a single column, unwrapped. */
  column<Value>(text: string, ...params: unknown[]): Value[]
  /** Throws Interrupted where the read in work is to end: for work between its statements. */
  throwIfInterrupted(): void
  /** From now on keeps few pages and maps none of the file: for what reads all of it once. */
  limitPageCache(): void
  /** Makes functions callable in the SQL of this connection; does nothing the second time. */
  defineFunctions(functions: ReadonlyMap<string, SqlFunction>): void
}

export type SqlValue = string | number | null | Uint8Array
/** Gives the same for the same arguments. */
export type SqlFunction = (...args: SqlValue[]) => string | number | null

export interface WritableDb extends ReadableDb {
  /** Whether somebody waits for the writer: a long transaction that may end early should. */
  readonly isAwaited: () => boolean
  run(text: string, ...params: unknown[]): { changes: number; lastInsertRowid: number }
  /** Runs DDL and other texts that are used once; every statement of the connection is prepared anew after DDL. */
  exec(text: string): void
  /** Runs `fn` inside a savepoint: when it throws, its writes are undone and the transaction goes on. */
  nested<T>(fn: () => T): T
  /** Runs `fn`, whose writes are about this file alone: no other copy of the database has or needs them, since they can be made of the rest. */
  unreplicated<T>(fn: () => T): T
}

/** A statement that wrote, or may have. */
export interface CollectedStatement {
  readonly text: string
  readonly params: readonly unknown[]
  /** What came of it; undefined for one that gave rows, and for texts of DDL. */
  readonly done?: { readonly changes: number; readonly lastInsertRowid: number }
}

export interface DatabaseOptions {
  readonly readonly?: boolean
  /** How long to wait for another process's write lock. */
  readonly busyTimeoutMs?: number
  /** Litestream replicates the file and moves its log into it, which nobody else may do. */
  readonly isReplicated?: boolean | undefined
}

class Connection implements WritableDb {
  epoch = 0
  schemaChanges = 0
  /** Of the read in work, where it may be ended. */
  guard: ReadGuard | undefined
  isAwaited: () => boolean = nobodyWaits
  /** Where the statements of writes are collected, if they are. */
  statements: CollectedStatement[] | undefined
  readonly isReadonly: boolean
  readonly path: string
  readonly isReplicated: boolean
  readonly #sqlite: BetterSqlite3.Database
  readonly #defined = new Set<ReadonlyMap<string, SqlFunction>>()
  readonly #statements: Record<Form, Map<string, BetterSqlite3.Statement>> = {
    object: new Map(),
    raw: new Map(),
    pluck: new Map(),
  }

  constructor(sqlite: BetterSqlite3.Database, isReplicated: boolean) {
    this.#sqlite = sqlite
    this.isReplicated = isReplicated
    this.isReadonly = sqlite.readonly
    this.path = sqlite.name
    sqlite.function(guardFunction, () => {
      this.throwIfInterrupted()
      return 1
    })
  }

  get<Row>(text: string, ...params: unknown[]): Row | undefined {
    this.throwIfInterrupted()
    const statement = this.#prepare(text)
    const row = statement.get(...params)
    if (this.statements && !statement.readonly) this.statements.push({ text, params })
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
    if (this.statements && !statement.readonly) this.statements.push({ text, params })
    return rows
  }

  limitPageCache(): void {
    limitPagesKept(this.#sqlite)
  }

  defineFunctions(functions: ReadonlyMap<string, SqlFunction>): void {
    if (this.#defined.has(functions)) return
    this.#defined.add(functions)
    for (const [name, fn] of functions)
      this.#sqlite.function(name, { deterministic: true, varargs: true }, fn)
  }

  run(text: string, ...params: unknown[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#prepare(text).run(...params)
    const done = { changes, lastInsertRowid: Number(lastInsertRowid) }
    if (this.statements) this.statements.push({ text, params, done })
    return done
  }

  exec(text: string): void {
    this.schemaChanges += 1
    this.#sqlite.exec(text)
    if (this.statements) this.statements.push({ text, params: [] })
  }

  unreplicated<T>(fn: () => T): T {
    const { statements } = this
    this.statements = undefined
    try {
      return fn()
    } finally {
      this.statements = statements
    }
  }

  nested<T>(fn: () => T): T {
    return forgettingOnRollback(this, () => this.bracket(savepoint, fn))
  }

  /** Runs `fn` between two statements, or undoes it when it throws. */
  bracket<T>({ begin, end, undo }: Bracket, fn: () => T): T {
    this.#prepare(begin).run()
    try {
      const result = fn()
      this.#prepare(end).run()
      return result
    } catch (error) {
      this.epoch += 1
      this.schemaChanges += 1
      // SQLite itself has rolled back where the disk was full or the file failed.
      if (this.#sqlite.inTransaction) for (const statement of undo) this.#prepare(statement).run()
      throw error
    }
  }

  throwIfInterrupted(): void {
    const reason = this.guard?.()
    if (!reason) return
    // What is read to tell why is not interrupted again.
    this.guard = undefined
    throw new Interrupted(reason)
  }

  #prepare(text: string, form: Form = 'object'): BetterSqlite3.Statement {
    const statements = this.#statements[form]
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= maxStatements) statements.clear()
    const statement = this.#sqlite.prepare(text)
    if (form !== 'object') statement[form](true)
    statements.set(text, statement)
    return statement
  }
}

/** How a statement gives its rows; it is prepared for one form. */
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

// Query texts vary with the clauses of a list; past this many the cache starts anew rather than grow without bound.
const maxStatements = 1000

const mappedBytes = 256 * 2 ** 20

export class Database {
  readonly #sqlite: BetterSqlite3.Database
  readonly #connection: Connection

  constructor(sqlite: BetterSqlite3.Database, isReplicated = false) {
    this.#sqlite = sqlite
    this.#connection = new Connection(sqlite, isReplicated)
  }

  /** Runs `fn` on one consistent state of the file; throws Interrupted where the guard ends it. */
  read<T>(fn: (db: ReadableDb) => T, guard?: ReadGuard): T {
    this.#connection.guard = guard
    try {
      return this.#transact(reading, fn)
    } finally {
      this.#connection.guard = undefined
    }
  }

  /** Begins to read one state of the file, which stays the same until the connection is closed, whatever others write. */
  hold(): ReadableDb {
    this.#connection.epoch += 1
    this.#sqlite.exec('BEGIN')
    // A transaction fixes what it sees with its first read.
    this.#connection.get('SELECT 1 FROM sqlite_schema LIMIT 1')
    return this.#connection
  }

  /** Runs `fn` in one immediate transaction: all of its writes are durable when this returns, none when it throws. */
  write<T>(fn: (tx: WritableDb) => T, isAwaited = nobodyWaits): T {
    this.#connection.isAwaited = isAwaited
    return forgettingOnRollback(this.#connection, () => this.#transact(writing, fn))
  }

  #transact<T>(bracket: Bracket, fn: (tx: WritableDb) => T): T {
    this.#connection.epoch += 1
    return this.#connection.bracket(bracket, () => fn(this.#connection))
  }

  /**
   * Has the statements of all further writes collected: gives the list of those in the transaction that is under way, in their order.
   * Who has taken them empties it; what is rolled back leaves it by itself.
   */
  collectStatements(): CollectedStatement[] {
    const statements: CollectedStatement[] = []
    this.#connection.statements = statements
    alwaysLosing(this.#connection, [statements])
    return statements
  }

  /** Ends that: what is written from now on is nobody's business but the file's. */
  stopCollecting(): void {
    this.#connection.statements = undefined
  }

  /** The event records of the writes committed since the last call, for those who listen. */
  takeCommitted(isWanted: (kind: EventKind) => boolean = () => true): readonly EventRecord[] {
    return takeCommitted(this.#connection, isWanted)
  }

  /** The raw connection, for the parts of store/ that open, check, back up and migrate files. */
  get sqlite(): BetterSqlite3.Database {
    return this.#sqlite
  }

  close(): void {
    this.#sqlite.close()
  }
}

/**
 * Opens the connection with the pragmas every connection has. An acknowledged write survives power loss (WAL with
 * synchronous=FULL). Says nothing about what the file holds: `workspace-file.ts` checks and migrates first.
 */
export function openDatabase(
  file: string,
  { readonly = false, busyTimeoutMs = 5000, isReplicated = false }: DatabaseOptions = {},
): Database {
  const sqlite = new BetterSqlite3(file, { readonly, timeout: busyTimeoutMs })
  if (!readonly) sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  distrust(sqlite, { readonly })
  // Fewer, larger checkpoints (64 MB): a batch of 100 costs a quarter less than with SQLite's 1,000 pages.
  if (!readonly) sqlite.pragma(`wal_autocheckpoint = ${isReplicated ? 0 : checkpointPages}`)
  sqlite.pragma('fullfsync = ON')
  sqlite.pragma('foreign_keys = ON')
  // In KB. An import fills what a writer may have, and with twice as much is no faster.
  sqlite.pragma(`cache_size = ${readonly ? -65_536 : -32_768}`)
  sqlite.pragma('temp_store = MEMORY')
  // What a writer touches would count as memory of the process: an import goes over the whole file.
  if (readonly) sqlite.pragma(`mmap_size = ${mappedBytes}`)
  registerComputedFunctions(sqlite)
  return new Database(sqlite, isReplicated)
}

/** What is in a file may have been made by anybody. */
function distrust(sqlite: BetterSqlite3.Database, { readonly }: { readonly readonly: boolean }): void {
  sqlite.pragma('cell_size_check = ON')
  // Of a writer the triggers of our own indexes call functions of ours.
  if (readonly) sqlite.pragma('trusted_schema = OFF')
}

/** Pages that are kept, or mapped, would only count as memory of the process where everything is read once. */
export function limitPagesKept(sqlite: BetterSqlite3.Database): void {
  sqlite.pragma('mmap_size = 0')
  sqlite.pragma('cache_size = -8192')
  sqlite.pragma('shrink_memory')
}

/** Gives a connection the functions that the SQL of computed values calls; NULL gives NULL. */
export function registerComputedFunctions(sqlite: BetterSqlite3.Database): void {
  const options = { deterministic: true }
  sqlite.function('fold_text', options, (text: string | null) => (text === null ? null : foldText(text)))
  sqlite.function('plain_text', options, (text: string | null) => (text === null ? null : plainText(text)))
  sqlite.function('text_length', options, (text: string | null) => (text === null ? null : textLength(text)))
  sqlite.function('bounded_text', options, boundedText)
  sqlite.function('picture_side', options, pictureSide)
  sqlite.function('number_text', options, (value: number | null) => (value === null ? null : String(value)))
}
