import type { ReadableDb } from './database.ts'

/** Changes with every commit of another connection and every write of this one: what was computed under it still holds. */
export function fileVersion(db: ReadableDb): string {
  const [row] = db.tuples<[number, number]>('SELECT data_version, total_changes() FROM pragma_data_version')
  return `${row?.[0]}:${row?.[1]}`
}
