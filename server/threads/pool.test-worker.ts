import { threadId } from 'node:worker_threads'
import { CatalogError } from '../catalog/errors.ts'
import type { ReadableDb, WritableDb } from '../store/database/database.ts'
import { raw, guardRow } from '../store/database/fragment.ts'
import type { JobContext } from '../jobs/job-context.ts'
import { serveThread } from './serve-thread.ts'

const note = (tx: WritableDb, key: string) => {
  tx.run("INSERT INTO meta (key, value) VALUES (?, 'x')", key)
  tx.recordEvent({
    kind: 'entity.created',
    toRecord: () => ({ id: key, event: 'entity.created' }) as never,
  })
}

const readOperations = {
  keys: (db: ReadableDb, _input: object) =>
    db.column<string>("SELECT key FROM meta WHERE value = 'x' ORDER BY key"),
  answer: () => ({ status: 200, body: new TextEncoder().encode('{"data":1}') }),
  pooledAnswer: () => ({ status: 200, body: Buffer.from('{"data":2}') }),
  crash: () => process.exit(7),
  /**
   * Has the name of a long read: goes through so many rows, and returns its thread. Lists of `value` have
   * one shape.
   */
  findCells: (db: ReadableDb, { rows, value }: { rows: number; value?: number }) => ({
    thread: threadId,
    rows: db.column<number>(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT count(*) FROM n WHERE ${guardRow(raw('i')).text}`,
      value ?? rows,
    )[0],
  }),
  spin(_db: ReadableDb, { milliseconds }: { milliseconds: number }) {
    const end = Date.now() + milliseconds
    while (Date.now() < end);
    return 'done'
  },
}

const writeOperations = {
  clear: (tx: WritableDb, _input: object) => tx.run("DELETE FROM meta WHERE value = 'x'"),
  note: (tx: WritableDb, { key }: { key: string }) => note(tx, key),
  noteThenThrow(tx: WritableDb, { key }: { key: string }) {
    note(tx, key)
    throw new CatalogError('conflict', 'No.', { fieldErrors: [{ field: 'key', issue: 'not_unique' }] })
  },
  noteThenUndo(tx: WritableDb, { key }: { key: string }) {
    note(tx, `${key}-kept`)
    try {
      tx.nested(() => {
        note(tx, key)
        throw new Error('undo')
      })
    } catch {
      note(tx, `${key}-after`)
    }
  },
  bug() {
    throw new TypeError('a secret detail')
  },
  crashInTransaction(tx: WritableDb, { key }: { key: string }) {
    note(tx, key)
    process.exit(7)
  },
}

function callOf({ call }: JobContext) {
  return call as (name: string, input: object) => Promise<unknown>
}

const jobHandlers = {
  async noteBoth(context: JobContext) {
    const { jobId, read } = context
    const call = callOf(context)
    await call('note', { key: `${jobId}-1` })
    await call('note', { key: `${jobId}-2` })
    return {
      called: await call('keys', {}),
      read: read((db) => db.column("SELECT key FROM meta WHERE value = 'x' ORDER BY key")),
    }
  },
  async untilAborted({ signal }: JobContext) {
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1))
    return 'stopped'
  },
  async nameThread({ signal }: JobContext) {
    return signal.aborted ? 'aborted' : threadId
  },
  async survivesWriterCrash(context: JobContext) {
    const call = callOf(context)
    const first = await call('crashInTransaction', { key: 'lost' }).catch((error: Error) => error.name)
    while ((await call('note', { key: 'after' }).catch(() => 'again')) === 'again')
      await new Promise((resolve) => setTimeout(resolve, 1))
    return first
  },
  async crash() {
    process.exit(7)
  },
  async fail() {
    throw new CatalogError('not_found', 'Nothing there.')
  },
}

await serveThread({
  operations: async () => ({ readOperations, writeOperations }),
  jobHandlers: async () => jobHandlers,
})
