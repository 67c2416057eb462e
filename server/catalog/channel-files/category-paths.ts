import type { ReferenceStub } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows, listIdsByUuid } from '../../store/tables/entities.ts'

/** Categories as shops read them, `Home > Kitchen > Salt`, remembered for all products that are in them. */
export class CategoryPaths {
  readonly #db: ReadableDb
  readonly #rows = new Map<number, EntityRow>()
  readonly #paths = new Map<string, string>()

  constructor(db: ReadableDb) {
    this.#db = db
  }

  /** The labels from the top down; a comma in one of them does not end it. */
  pathOf({ id, label }: ReferenceStub): string {
    const known = this.#paths.get(id)
    if (known !== undefined) return known
    const [own] = listIdsByUuid(this.#db, 'category', [id])
    const labels = own === undefined ? [label ?? ''] : this.#labels(own)
    const path = labels
      .filter((text) => text !== '')
      .map((text) => text.replaceAll(',', String.raw`\,`))
      .join(' > ')
    this.#paths.set(id, path)
    return path
  }

  #labels(own: number): string[] {
    const labels: string[] = []
    for (let at: number | null = own; at !== null;) {
      const row = this.#row(at)
      labels.unshift(row?.label ?? '')
      at = row?.parent ?? null
    }
    return labels
  }

  #row(id: number): EntityRow | undefined {
    const row = this.#rows.get(id) ?? listEntityRows(this.#db, [id])[0]
    if (row) this.#rows.set(id, row)
    return row
  }
}
