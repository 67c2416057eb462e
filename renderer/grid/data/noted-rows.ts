import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { NoteSummary } from '#shared/notes.ts'
import type { Api } from '../../api/client.ts'
import { fetchCellNotes, hasNotes } from '../../api/notes-queries.ts'
import type { IndexRange } from '../model/geometry.ts'
import { RowLookup } from './row-lookup.ts'
import { t } from '../../ui/text.ts'

/** What there is of notes on one row: by the key of the cell, and by an empty key on the row itself. */
export type RowNotes = Readonly<Record<string, NoteSummary>>

interface NotedPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
}

const none: RowNotes = {}

/** The notes of the rows in view. While nobody has left any on rows of the type, nothing is asked for. */
export class NotedRows {
  readonly lookup: RowLookup<RowNotes>
  readonly #type: EntityType
  readonly #askWhether: () => Promise<boolean>
  #isThereAny: boolean | undefined

  constructor({ api, type, rowAt }: NotedPorts) {
    this.#type = type
    this.#askWhether = () => hasNotes(api, type)
    this.lookup = new RowLookup<RowNotes>({
      rowAt,
      isWanted: () => this.#isThereAny === true,
      fetch: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const found = await fetchCellNotes(api, type, ids)
        return new Map(ids.map((id) => [id, found[id] ?? none]))
      },
    })
  }

  /** Names the rows in view. */
  want(rows: IndexRange): void {
    this.lookup.want(rows)
    if (this.#isThereAny !== undefined) return
    this.#isThereAny = false
    this.#askWhether().then(
      (isThereAny) => isThereAny && this.#begin(),
      // Without an answer the next movement asks again.
      () => (this.#isThereAny = undefined),
    )
  }

  /** Takes in that a note was left, changed or deleted anywhere. */
  handle({ event, entity }: EventRecord): void {
    if (event.startsWith('note.') && entity?.type === this.#type) this.#begin()
  }

  #begin(): void {
    this.#isThereAny = true
    this.lookup.renew()
  }
}

/** What a mark says of the notes behind it: the text that matters most, and how many there are. */
export function describeNotes({ count, open, text }: NoteSummary): string {
  const kind = open > 0 ? t('To-do') : t('Note')
  const more = count > 1 ? ` ${t('({count} in all)', { count })}` : ''
  return `${kind}: ${text}${more}`
}

/** All notes of a row and its cells as one; undefined where there are none. */
export function sumUpNotes(notes: RowNotes | undefined): NoteSummary | undefined {
  const all = Object.values(notes ?? none)
  const [first] = all
  if (!first) return undefined
  const shown = all.find(({ open }) => open > 0) ?? notes?.[''] ?? first
  return {
    count: all.reduce((total, { count }) => total + count, 0),
    open: all.reduce((total, { open }) => total + open, 0),
    text: shown.text,
  }
}
