import type { FollowedAlias } from '#shared/jobs.ts'
import { toIso } from '#shared/iso-times.ts'
import type { AliasRow } from '../../../store/tables/aliases.ts'

interface FollowedCell {
  readonly text: string
  readonly label: string | null
  readonly row: number
  readonly header: string
}

// So many spellings are told of one import.
const maxListed = 100

/** The aliases that the cells of a batch have followed. A cell counts once, however often its row is read. */
export class FollowedAliases {
  readonly #cells = new Map<
    string,
    { readonly alias: Omit<FollowedAlias, 'cells'>; readonly cells: Set<string> }
  >()

  note({ origin, created_at: at }: AliasRow, { text, label, row, header }: FollowedCell): void {
    const key = JSON.stringify([text, label])
    const known = this.#cells.get(key)
    if (known) return void known.cells.add(`${row} ${header}`)
    if (this.#cells.size >= maxListed) return
    const alias = { text, stands_for: label ?? '', origin, created_at: toIso(at) }
    this.#cells.set(key, { alias, cells: new Set([`${row} ${header}`]) })
  }

  /** The counts with those of this batch. */
  addTo(before: readonly FollowedAlias[] = []): { readonly aliases?: readonly FollowedAlias[] } {
    const all = new Map(before.map((one) => [JSON.stringify([one.text, one.stands_for]), one]))
    for (const [key, { alias, cells }] of this.#cells)
      all.set(key, { ...alias, cells: (all.get(key)?.cells ?? 0) + cells.size })
    return all.size === 0 ? {} : { aliases: [...all.values()].slice(0, maxListed) }
  }
}
