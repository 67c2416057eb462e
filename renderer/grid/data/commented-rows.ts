import type { CommentSummary } from '#shared/comments.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Api } from '../../api/client.ts'
import { fetchCellComments, hasComments } from '../../api/comments-queries.ts'
import { presenceId } from '../../api/team-messages.ts'
import type { IndexRange } from '../model/geometry.ts'
import { RowLookup } from './row-lookup.ts'
import { nameAuthor } from '../../state/event-texts.ts'
import { t } from '../../ui/text.ts'

/** What there is of open comments on one row: by the key of the cell, and by an empty key on the row itself. */
export type RowComments = Readonly<Record<string, CommentSummary>>

interface CommentedPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
}

const none: RowComments = {}

/** The open comments of the rows in view. On a desktop, and while there are none on rows of the type, nothing is asked for. */
export class CommentedRows {
  readonly lookup: RowLookup<RowComments>
  readonly #type: EntityType
  readonly #askWhether: () => Promise<boolean>
  #isThereAny: boolean | undefined

  constructor({ api, type, rowAt }: CommentedPorts) {
    this.#type = type
    this.#askWhether = () => hasComments(api, type)
    this.lookup = new RowLookup<RowComments>({
      rowAt,
      isWanted: () => this.#isThereAny === true,
      fetch: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const found = await fetchCellComments(api, type, ids)
        return new Map(ids.map((id) => [id, found[id] ?? none]))
      },
    })
  }

  /** Names the rows in view. */
  want(rows: IndexRange): void {
    if (presenceId() === undefined) return
    this.lookup.want(rows)
    if (this.#isThereAny !== undefined) return
    this.#isThereAny = false
    this.#askWhether().then(
      (isThereAny) => isThereAny && this.#begin(),
      () => (this.#isThereAny = undefined),
    )
  }

  /** Takes in that something was said or resolved anywhere. */
  handle({ event, entity }: EventRecord): void {
    if (presenceId() !== undefined && event.startsWith('comment.') && entity?.type === this.#type)
      this.#begin()
  }

  #begin(): void {
    this.#isThereAny = true
    this.lookup.renew()
  }
}

/** What a mark says of the comments behind it: what was said last, and by whom. */
export function describeComments({ count, text, author }: CommentSummary): string {
  const said = t('{name}: {text}', { name: nameAuthor(author), text })
  return count > 1 ? `${said} ${t('({count} in all)', { count })}` : said
}
