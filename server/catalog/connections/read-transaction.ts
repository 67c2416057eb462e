import { beginReadTransaction, type ReadTransaction } from '../../store/database/database.ts'
import { readFilePath } from '../../store/file/copies.ts'
import type { ReadCatalog } from './reader.ts'

export type CatalogReadTransaction = ReadTransaction

export function openReadTransaction(read: ReadCatalog): CatalogReadTransaction {
  const [file, requests] = read((db) => [readFilePath(db), db.requests] as const)
  return beginReadTransaction(file, requests)
}
