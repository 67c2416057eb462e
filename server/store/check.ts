import type { ReadableDb } from './database.ts'

/** One thing that is wrong with a workspace file, in words. */
export interface Finding {
  readonly check: 'integrity' | 'foreign_keys' | 'schema' | 'counts' | 'values' | 'references' | 'labels'
  readonly message: string
}

/** The quick form, after an unclean end: what SQLite finds wrong with the structure of the file. */
export function quickCheck(db: ReadableDb): string[] {
  return db.column<string>('PRAGMA quick_check').filter((line) => line !== 'ok')
}

/** Looks at everything. An empty list means sound. */
export function checkWorkspace(db: ReadableDb): Finding[] {
  return quickCheck(db).map((message) => ({ check: 'integrity', message }))
}
