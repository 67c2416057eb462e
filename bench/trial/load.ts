import type { EntityResource } from '#shared/entities.ts'
import { type HttpAnswer, HttpClient } from '../processes/http-client.ts'
import type { Ids, PlannedWrite } from './expectation.ts'
import { planWrite, type Planner } from './plan-writes.ts'
import type { WriteLog } from './write-log.ts'

export interface Access {
  readonly baseUrl: string
  readonly key: string
}

/**
 * Writes on one connection, one write after the other, until the server is gone, or refuses in a way that `isEnd` names;
 * returns how many were acknowledged. Each write is in the log before it is sent and again once it is acknowledged. Throws when a write is refused.
 */
export async function writeUntilKilled(
  connection: number,
  access: Access,
  log: Pick<WriteLog, 'append'>,
  planner: Planner,
  isEnd: (answer: HttpAnswer) => boolean = () => false,
): Promise<number> {
  const client = new HttpClient(access.baseUrl, access.key)
  try {
    for (let acknowledged = 0; ; acknowledged++) {
      const write = planWrite(planner)
      log.append({ kind: 'sent', connection, write })
      const answer = await client.send(write).catch(() => undefined)
      if (!answer || isEnd(answer)) return acknowledged
      const ids = idsIn(write, answer)
      log.append({ kind: 'acknowledged', connection, ids })
      if (write.attributeKey) planner.attributeKeys.push(write.attributeKey)
      for (const product of write.after) planner.products.put({ ...product, id: ids[product.sku] })
    }
  } finally {
    client.close()
  }
}

interface BatchAnswer {
  readonly data: readonly { readonly data?: EntityResource }[]
}

/** Returns the ids in an answer. Throws where the write was refused. */
export function idsIn(write: PlannedWrite, { status, text }: HttpAnswer): Ids {
  if (status !== 200 && status !== 201) {
    throw new Error(
      `${write.method} ${write.path} was refused with ${status}: ${text}\n${JSON.stringify(write.body)}`,
    )
  }
  if (write.kind === 'attribute') return {}
  const entities =
    write.kind === 'batch'
      ? (JSON.parse(text) as BatchAnswer).data.flatMap(({ data }) => (data ? [data] : []))
      : [(JSON.parse(text) as { data: EntityResource }).data]
  if (entities.length !== write.after.length) {
    throw new Error(`${write.path} wrote ${entities.length} of ${write.after.length} products: ${text}`)
  }
  return Object.fromEntries(entities.map(({ id, attributes }) => [attributes['sku'], id]))
}
