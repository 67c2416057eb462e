import type { ReferenceStub } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows, listIdsByUuid } from '../../store/tables/entities.ts'

/** Categories as channels read them, remembered for all products that are in them. */
export class ChannelCategories {
  readonly #db: ReadableDb
  /** What the channel calls categories, by their ids. */
  readonly #called: Readonly<Record<string, string>>
  readonly #rows = new Map<number, EntityRow>()
  readonly #lines = new Map<string, readonly EntityRow[]>()

  constructor(db: ReadableDb, called: Readonly<Record<string, string>> = {}) {
    this.#db = db
    this.#called = called
  }

  /** `Home > Kitchen > Salt`: the labels from the top down. */
  pathOf(stub: ReferenceStub): string {
    const line = this.#lineOf(stub)
    const labels = line.length === 0 ? [stub.label ?? ''] : line.map(({ label }) => label ?? '')
    return labels.filter((text) => text !== '').join(' > ')
  }

  /** What the channel calls it, or else the nearest category above it; undefined where the owner has said nothing. */
  calledOf(stub: ReferenceStub): string | undefined {
    const nearest = this.#lineOf(stub).findLast(({ uuid }) => Object.hasOwn(this.#called, uuid))
    return nearest && this.#called[nearest.uuid]
  }

  /** The category and those above it, from the top down. */
  #lineOf({ id }: ReferenceStub): readonly EntityRow[] {
    const known = this.#lines.get(id)
    if (known) return known
    const line: EntityRow[] = []
    for (let at = listIdsByUuid(this.#db, 'category', [id])[0] ?? null; at !== null;) {
      const row = this.#row(at)
      if (!row) break
      line.unshift(row)
      at = row.parent
    }
    this.#lines.set(id, line)
    return line
  }

  #row(id: number): EntityRow | undefined {
    const row = this.#rows.get(id) ?? listEntityRows(this.#db, [id])[0]
    if (row) this.#rows.set(id, row)
    return row
  }
}
