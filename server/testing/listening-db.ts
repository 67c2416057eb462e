import { VersionedCache } from '../store/database/caches.ts'
import type { ReadableDb } from '../store/database/database.ts'

type Method = 'get' | 'all' | 'tuples' | 'column'

interface ListenedStatement {
  readonly method: Method
  readonly text: string
  readonly params: readonly unknown[]
  readonly steps: () => string[]
}

export function listenTo(db: ReadableDb, hear: (statement: ListenedStatement) => void): ReadableDb {
  const listening = (method: Method) => {
    const run = db[method].bind(db) as (text: string, ...params: unknown[]) => never
    return (text: string, ...params: unknown[]) => {
      const explain = () => db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...params)
      hear({ method, text, params, steps: () => explain().map(({ detail }) => detail) })
      return run(text, ...params)
    }
  }
  return {
    get dataVersion() {
      return db.dataVersion
    },
    get schemaVersion() {
      return db.schemaVersion
    },
    caches: {
      schema: db.caches.schema,
      data: new VersionedCache(() => db.dataVersion),
      followed: new VersionedCache(() => (db.isReadonly ? '' : db.dataVersion)),
    },
    requests: db.requests,
    isReplicated: false,
    isReadonly: db.isReadonly,
    path: db.path,
    hidden: db.hidden,
    get: listening('get'),
    all: listening('all'),
    tuples: listening('tuples'),
    column: listening('column'),
    defineFunctions: (functions) => db.defineFunctions(functions),
    withFunction: (name, fn, run) => db.withFunction(name, fn, run),
    collectedRows: (table) => db.collectedRows(table),
    throwIfInterrupted: () => db.throwIfInterrupted(),
    limitPageCache: () => db.limitPageCache(),
  }
}
