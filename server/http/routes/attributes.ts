import type { FastifyInstance } from 'fastify'
import { AttributeCreate } from '#shared/schemas/attributes.ts'
import { checkNew } from '../check-write.ts'
import { readQuery } from '../query-string.ts'
import { workspaceOf } from '../request-context.ts'
import { sendAnswer } from '../send-answer.ts'

/** The schema of the workspace: discovery and new definitions. */
export async function attributeRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/attributes',
    { config: { scopes: ['read:attributes'] }, schema: { summary: 'List attribute definitions' } },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const channel = query.takeOne('channel')
      const input = {
        ...(type !== undefined && { type }),
        ...(channel !== undefined && { channel }),
        faults: query.settle(),
      }
      return sendAnswer(reply, workspaceOf(request).call('listAttributes', input))
    },
  )

  app.post(
    '/attributes',
    {
      config: { scopes: ['write:attributes'] },
      schema: { summary: 'Create an attribute definition', body: AttributeCreate },
      attachValidation: true,
    },
    (request, reply) => {
      const input = checkNew<AttributeCreate>(request)
      return sendAnswer(reply, workspaceOf(request).call('createAttribute', input))
    },
  )
}
