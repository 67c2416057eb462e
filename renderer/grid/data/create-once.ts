import type { EntityResource, EntityType } from '#shared/entities.ts'
import { pluralOf } from '#shared/entities.ts'
import type { Api } from '../../api/client.ts'
import { createEntity } from '../../api/entities-queries.ts'
import { sendAgain } from '../../api/send-again.ts'

/** A row to be created. */
export interface NewRow {
  readonly attributes: Record<string, unknown>
  readonly parentId: string | null
  /** When it was sent before, without an answer. */
  readonly sentAt?: number | undefined
}

// So many rows are created between a lost answer and the next try at most.
const maxCreated = 100

/**
 * Creates a row; where nothing answers, as soon as something does. One of which only the answer was lost is found by what it holds
 * among those that were created since it was sent: server and page have the clock of one computer.
 */
export async function createOnce(
  api: Api,
  type: EntityType,
  row: NewRow,
  { pause, onSend }: Sending,
): Promise<EntityResource> {
  let { sentAt } = row
  const entity = await sendAgain(async () => {
    const created = sentAt === undefined ? undefined : await findCreated(api, type, row, sentAt)
    if (created) return created
    sentAt ??= Date.now()
    onSend(sentAt)
    return createEntity(api, type, row.attributes, row.parentId)
  }, pause)
  answered.add(entity.id)
  return entity
}

interface Sending {
  readonly pause: (milliseconds: number) => Promise<void>
  /** Called before it is sent, with when it was sent first. */
  readonly onSend: (sentAt: number) => void
}

/** Rows that have been created and answered: another one that holds the same is not one of them. */
const answered = new Set<string>()

async function findCreated(
  api: Api,
  type: EntityType,
  { attributes, parentId }: NewRow,
  since: number,
): Promise<EntityResource | undefined> {
  const params = [['filter[created_at][gte]', new Date(since).toISOString()]] as const
  const { data } = await api.call(`GET /${pluralOf[type]}`, { query: { limit: maxCreated }, params })
  const sent = Object.entries(attributes).filter(([, value]) => typeof value !== 'object')
  if (sent.length === 0) return undefined
  return data.find(
    ({ id, parent_id, attributes: held }) =>
      !answered.has(id) && parent_id === parentId && sent.every(([key, value]) => held[key] === value),
  )
}
