import type { WritableDb } from '../../store/database/database.ts'
import { removeDatabase } from '../../store/file/backup.ts'
import { createWorkspaceFile, openWorkspaceFile } from '../../store/file/workspace-file.ts'

export type Transaction = WritableDb
export type Write = <T>(fn: (tx: WritableDb) => T) => T

export async function makeWorkspace<T>(file: string, fill: (write: Write) => Promise<T>): Promise<T> {
  createWorkspaceFile(file)
  try {
    const opened = await openWorkspaceFile(file)
    try {
      return await fill((fn) => {
        const value = opened.database.write(fn)
        // Nothing listens yet, and the events would stay in memory.
        opened.database.takeCommitted()
        return value
      })
    } finally {
      opened.close()
    }
  } catch (error) {
    removeDatabase(file)
    throw error
  }
}
