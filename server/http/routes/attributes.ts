import type { FastifyInstance } from 'fastify'
import { AttributeCreate, AttributePatch } from '#shared/schemas/attributes.ts'
import { checkNew } from '../../edge/check-write.ts'
import { readQuery } from '../../edge/query-string.ts'
import { workspaceOf, writeContext } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import { checkBody } from '../../edge/structural-faults.ts'

/** The schema of the workspace: discovery, new definitions and changes of those there are. */
export async function attributeRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/attributes',
    { config: { scopes: ['read:attributes'] }, schema: { summary: 'List attribute definitions' } },
    (request, reply) => {
      const query = readQuery(request)
      const input = {
        type: query.takeOne('type'),
        channel: query.takeOne('channel'),
        known: request.headers['if-none-match'],
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

  app.patch<{ Params: { key: string } }>(
    '/attributes/:key',
    {
      config: { scopes: ['write:attributes'] },
      schema: { summary: 'Extend or update an attribute definition', body: AttributePatch },
      attachValidation: true,
    },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const { body, faults } = checkBody<AttributePatch>(request)
      const input = {
        key: request.params.key,
        type,
        body,
        faults: [...query.settle(), ...faults],
        context: writeContext(request),
      }
      return sendAnswer(reply, workspaceOf(request).call('updateAttribute', input))
    },
  )
}
