import { createHash } from 'node:crypto'
import type { EntityType } from '#shared/entities.ts'
import type { WritableDb } from '../../../store/database/database.ts'
import { type EntityRow, getEntityRow } from '../../../store/tables/entities.ts'
import { findImportedEntity, putImportedRow } from '../../../store/tables/imports.ts'

interface ImportedRowsOptions {
  readonly job: string
  readonly type: EntityType
  /** The names of all columns of the file. */
  readonly headers: readonly string[]
  /** False if the user chose to create a new entity for every row. */
  readonly findsKnown: boolean
}

/** Finds entities of rows without a key by the digest of equal rows that an earlier import wrote. */
export class EarlierImportRows {
  readonly #tx: WritableDb
  readonly #rows: ImportedRowsOptions
  readonly #columns: readonly (readonly [index: number, header: string])[]

  constructor(tx: WritableDb, rows: ImportedRowsOptions) {
    this.#tx = tx
    this.#rows = rows
    // Columns are sorted so that their order does not change the digest, and those without a name left out.
    const named = [...rows.headers.entries()].filter(([, header]) => header !== '')
    this.#columns = named.sort(([, a], [, b]) => (a < b ? -1 : 1))
  }

  find(digest: Uint8Array): EntityRow | undefined {
    const { findsKnown, job } = this.#rows
    const entity = findsKnown ? findImportedEntity(this.#tx, digest, job) : undefined
    return entity === undefined ? undefined : getEntityRow(this.#tx, entity)
  }

  note(digest: Uint8Array, { id: entity }: EntityRow): void {
    putImportedRow(this.#tx, { digest, entity, job: this.#rows.job })
  }

  digestOf(cells: readonly string[]): Uint8Array {
    const filled = this.#columns.flatMap(([index, header]) => {
      const cell = (cells[index] ?? '').trim()
      return cell === '' ? [] : [header, cell]
    })
    const text = JSON.stringify([this.#rows.type, ...filled])
    return createHash('sha256').update(text).digest().subarray(0, 16)
  }
}
