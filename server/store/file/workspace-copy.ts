import { copyDatabase, removeDatabase } from './backup.ts'
import { type Database, openDatabase, type ReadableDb } from '../database/database.ts'

/** The path of the file that a connection has open. */
export function readFilePath(db: ReadableDb): string {
  return db.get<{ file: string }>("SELECT file FROM pragma_database_list WHERE name = 'main'")?.file ?? ''
}

export interface WorkspaceCopy {
  readonly database: Database
  /** Closes and removes the copy. */
  readonly discard: () => void
}

/** Copies an open workspace as it is now, to try something out on; what is left of an earlier copy is replaced. */
export async function openWorkspaceCopy(file: string, target: string): Promise<WorkspaceCopy> {
  removeDatabase(target)
  const source = openDatabase(file, { readonly: true })
  try {
    await copyDatabase(source, target)
  } finally {
    source.close()
  }
  const database = openDatabase(target)
  // The copy need not survive a power cut.
  database.sqlite.pragma('synchronous = OFF')
  return {
    database,
    discard: () => {
      database.close()
      removeDatabase(target)
    },
  }
}
