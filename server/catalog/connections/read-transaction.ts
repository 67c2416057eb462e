import { beginReadTransaction, type ReadTransaction } from '../../store/database/database.ts'
import { readFilePath } from '../../store/file/copies.ts'
import type { ReadCatalog } from './reader.ts'

export type CatalogReadTransaction = ReadTransaction

/** Holds the present state of the workspace that `read` reads, on a connection of its own. */
export function openReadTransaction(read: ReadCatalog): CatalogReadTransaction {
  const [file, requests] = read((db) => [readFilePath(db), db.requests] as const)
  return beginReadTransaction(file, requests)
}
