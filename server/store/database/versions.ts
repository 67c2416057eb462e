/** The versions of what a connection reads: one of the data, one of the schema. Its caches hold for these. */
import type BetterSqlite3 from 'better-sqlite3'

interface FileState {
  /** SQLite's number, which the commit of another connection changes. */
  readonly commits: number
  /** When the day ends, by which formulas may compute. */
  readonly midnight: number
}

/** Follows the transactions and writes of one connection. */
export class Versions {
  readonly #sqlite: BetterSqlite3.Database
  readonly #statements = new Map<string, BetterSqlite3.Statement>()
  /** Of the present transaction, once it has been looked at. */
  #state: FileState | undefined
  #last: FileState = { commits: -1, midnight: 0 }
  /** Writes and rollbacks of this connection. */
  #writes = 0
  #rollbacks = 0
  #data: string | undefined
  #schema: string | undefined

  constructor(sqlite: BetterSqlite3.Database) {
    this.#sqlite = sqlite
  }

  /** One transaction reads one state of the file, on one day. */
  transactionBegins(): void {
    this.#state = undefined
    // Other copies of a file, and earlier versions of this program, change definitions by plain statements.
    if (!this.#sqlite.readonly) this.#schema = undefined
  }

  wrote(): void {
    this.#writes += 1
    this.#data = undefined
  }

  schemaChanged(): void {
    this.#schema = undefined
  }

  /** SQLite gives the numbers of what was undone again, to others. */
  rolledBack(): void {
    if (this.#sqlite.readonly) return
    this.wrote()
    this.#rollbacks += 1
    this.#schema = undefined
  }

  get data(): string {
    const { commits, midnight } = this.#look()
    return (this.#data ??= `${commits} ${this.#writes} ${midnight}`)
  }

  get schema(): string {
    this.#look()
    return (this.#schema ??= this.#readSchema())
  }

  /** The day of the present transaction. */
  get day(): string {
    return String(this.#look().midnight)
  }

  #look(): FileState {
    if (this.#state) return this.#state
    const commits = this.#read<number>('PRAGMA data_version')
    const { midnight } = this.#last
    const state = { commits, midnight: Date.now() < midnight ? midnight : new Date().setHours(24, 0, 0, 0) }
    if (state.midnight !== midnight) this.#data = undefined
    if (commits !== this.#last.commits) [this.#data, this.#schema] = [undefined, undefined]
    this.#last = state
    return (this.#state = state)
  }

  /** SQLite counts the changes of tables and indexes, and every change of a definition leaves a new mark. */
  #readSchema(): string {
    const tables = this.#read<number>('PRAGMA schema_version')
    const hasMark = this.#read("SELECT 1 FROM sqlite_schema WHERE name = 'meta'") !== undefined
    const mark = hasMark ? this.#read<string>("SELECT value FROM meta WHERE key = 'schema_version'") : ''
    return `${tables} ${this.#rollbacks} ${mark}`
  }

  #read<Value>(text: string): Value {
    const known = this.#statements.get(text)
    const statement = known ?? this.#sqlite.prepare(text).pluck()
    if (!known) this.#statements.set(text, statement)
    return statement.get() as Value
  }
}
