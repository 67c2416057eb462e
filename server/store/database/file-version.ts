import type { ReadableDb } from './database.ts'

interface KnownVersion {
  readonly epoch: number
  readonly version: number
}

const known = new WeakMap<ReadableDb, KnownVersion>()

/** Changes with every commit of another connection and every write of this one: what was computed under it still holds. */
export function fileVersion(db: ReadableDb): string | number {
  if (!db.isReadonly) return versionOfWriter(db)
  // One transaction reads one state of the file.
  const current = known.get(db)
  if (current?.epoch === db.epoch) return current.version
  const version = dataVersion(db)
  known.set(db, { epoch: db.epoch, version })
  return version
}

function versionOfWriter(db: ReadableDb): string {
  const [row] = db.tuples<[number, number]>('SELECT data_version, total_changes() FROM pragma_data_version')
  return `${row?.[0]}:${row?.[1]}`
}

function dataVersion(db: ReadableDb): number {
  return db.column<number>('PRAGMA data_version')[0] as number
}

/**
 * A memory of what was computed from the file, made anew as soon as anybody has written to it, and at midnight: formulas may
 * ask what day it is.
 */
export function untilWritten<Memory>(create: () => Memory): (db: ReadableDb) => Memory {
  const memories = new WeakMap<ReadableDb, { version: string | number; until: number; memory: Memory }>()
  return (db) => {
    const version = fileVersion(db)
    const current = memories.get(db)
    if (current?.version === version && Date.now() < current.until) return current.memory
    const renewed = { version, until: nextMidnight(), memory: create() }
    memories.set(db, renewed)
    return renewed.memory
  }
}

function nextMidnight(): number {
  return new Date().setHours(24, 0, 0, 0)
}
