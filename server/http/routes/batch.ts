import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { pluralOf, upsertableTypes } from '#shared/entities.ts'
import { checkNew } from '../../edge/check-write.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'

// Items are checked one by one by the catalog: a malformed item fails alone (decisions, Batch).
const BatchEnvelope = Type.Object(
  { merge_key: Type.Optional(Type.String()), items: Type.Array(Type.Unknown()) },
  { additionalProperties: false },
)

/** Create-or-update of up to 100 entities in one durable transaction, with a status for each. */
export async function batchRoutes(app: FastifyInstance): Promise<void> {
  for (const type of upsertableTypes) {
    const plural = pluralOf[type]
    app.post(
      `/${plural}/batch`,
      {
        config: { scopes: [`write:${plural}`] },
        schema: { summary: `Create or update up to 100 ${plural}`, body: BatchEnvelope },
        attachValidation: true,
      },
      (request, reply) => {
        const write = checkNew<{ merge_key?: string; items: unknown[] }>(request)
        return sendAnswer(reply, workspaceOf(request).call('batchEntities', { type, ...write }))
      },
    )
  }
}
