import type { CommentSummary } from '#shared/comments.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { NoteSummary } from '#shared/notes.ts'
import { nameAuthor } from '../../state/event-texts.ts'
import { t } from '../../ui/text.ts'
import type { IndexRange } from '../model/geometry.ts'
import { RowLookup } from './row-lookup.ts'

export type RowRemarks<Summary> = Readonly<Record<string, Summary>>

interface RemarkPorts<Summary> {
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly noun: 'note' | 'comment'
  /** Whether remarks are possible: only teams comment. */
  readonly isOffered: () => boolean
  readonly askWhether: () => Promise<boolean>
  readonly fetch: (ids: readonly string[]) => Promise<Readonly<Record<string, RowRemarks<Summary>>>>
}

const none = {}

/** Notes or comments of the visible rows. Nothing is fetched for a type without any. */
export class RemarkedRows<Summary> {
  readonly lookup: RowLookup<RowRemarks<Summary>>
  readonly #ports: RemarkPorts<Summary>
  #isThereAny: boolean | undefined

  constructor(ports: RemarkPorts<Summary>) {
    this.#ports = ports
    this.lookup = new RowLookup<RowRemarks<Summary>>({
      rowAt: ports.rowAt,
      isNeeded: () => this.#isThereAny === true,
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

export function describeNotes({ count, open, text }: NoteSummary): string {
  const kind = open > 0 ? t('To-do') : t('Note')
  return withCount(`${kind}: ${text}`, count)
}

export function describeComments({ count, text, author }: CommentSummary): string {
  return withCount(t('{name}: {text}', { name: nameAuthor(author), text }), count)
}

function withCount(text: string, count: number): string {
  return count > 1 ? `${text} ${t('({count} in all)', { count })}` : text
}

export function sumUpNotes(notes: RowRemarks<NoteSummary> = none): NoteSummary | undefined {
  const all = Object.values(notes)
  const shown = all.find(({ open }) => open > 0) ?? notes[''] ?? all[0]
  return (
    shown && { count: sum(all), open: all.reduce((total, { open }) => total + open, 0), text: shown.text }
  )
}

export function sumUpComments(comments: RowRemarks<CommentSummary> = none): CommentSummary | undefined {
  const all = Object.values(comments)
  const shown = comments[''] ?? all[0]
  return shown && { ...shown, count: sum(all) }
}

function sum(all: readonly { readonly count: number }[]): number {
  return all.reduce((total, { count }) => total + count, 0)
}
