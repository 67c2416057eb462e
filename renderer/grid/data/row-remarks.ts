import type { CommentSummary } from '#shared/comments.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { NoteSummary } from '#shared/notes.ts'
import { nameAuthor } from '../../state/event-texts.ts'
import { t } from '../../ui/text.ts'
import type { IndexRange } from '../model/geometry.ts'
import { RowLookup } from './row-lookup.ts'

/** What people have left on one row: by the key of the cell, and by an empty key on the row itself. */
export type RowRemarks<Summary> = Readonly<Record<string, Summary>>

interface RemarkPorts<Summary> {
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly noun: 'note' | 'comment'
  /** Whether there can be any: comments are of teams. */
  readonly isOffered: () => boolean
  readonly askWhether: () => Promise<boolean>
  readonly fetch: (ids: readonly string[]) => Promise<Readonly<Record<string, RowRemarks<Summary>>>>
}

const none = {}

/** The notes or the comments of the rows in view. While nobody has left any on rows of the type, nothing is asked for. */
export class RemarkedRows<Summary> {
  readonly lookup: RowLookup<RowRemarks<Summary>>
  readonly #ports: RemarkPorts<Summary>
  #isThereAny: boolean | undefined

  constructor(ports: RemarkPorts<Summary>) {
    this.#ports = ports
    this.lookup = new RowLookup<RowRemarks<Summary>>({
      rowAt: ports.rowAt,
      isWanted: () => this.#isThereAny === true,
      fetch: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const found = await ports.fetch(ids)
        return new Map(ids.map((id) => [id, found[id] ?? none]))
      },
    })
  }

  want(rows: IndexRange): void {
    if (!this.#ports.isOffered()) return
    this.lookup.want(rows)
    if (this.#isThereAny !== undefined) return
    this.#isThereAny = false
    this.#ports.askWhether().then(
      (isThereAny) => isThereAny && this.#begin(),
      // Without an answer the next movement asks again.
      () => (this.#isThereAny = undefined),
    )
  }

  handle({ event, entity }: EventRecord): void {
    const { noun, type, isOffered } = this.#ports
    if (event.startsWith(`${noun}.`) && entity?.type === type && isOffered()) this.#begin()
  }

  #begin(): void {
    this.#isThereAny = true
    this.lookup.renew()
  }
}

/** What a mark says of the notes behind it: the text that matters most, and how many there are. */
export function describeNotes({ count, open, text }: NoteSummary): string {
  const kind = open > 0 ? t('To-do') : t('Note')
  return withCount(`${kind}: ${text}`, count)
}

/** What a mark says of the comments behind it: what was said last, and by whom. */
export function describeComments({ count, text, author }: CommentSummary): string {
  return withCount(t('{name}: {text}', { name: nameAuthor(author), text }), count)
}

function withCount(text: string, count: number): string {
  return count > 1 ? `${text} ${t('({count} in all)', { count })}` : text
}

/** All notes of a row and its cells as one; undefined where there are none. */
export function sumUpNotes(notes: RowRemarks<NoteSummary> = none): NoteSummary | undefined {
  const all = Object.values(notes)
  const shown = all.find(({ open }) => open > 0) ?? notes[''] ?? all[0]
  return (
    shown && { count: sum(all), open: all.reduce((total, { open }) => total + open, 0), text: shown.text }
  )
}

/** All comments of a row and its cells as one, likewise. */
export function sumUpComments(comments: RowRemarks<CommentSummary> = none): CommentSummary | undefined {
  const all = Object.values(comments)
  const shown = comments[''] ?? all[0]
  return shown && { ...shown, count: sum(all) }
}

function sum(all: readonly { readonly count: number }[]): number {
  return all.reduce((total, { count }) => total + count, 0)
}
