import type { FastifyInstance } from 'fastify'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { AttributeMove, FormulaPreviewRequest } from '#shared/schemas/app-surface.ts'
import { Faults } from '../catalog/errors.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { checkNew } from '../edge/check-write.ts'
import { readQuery } from '../edge/query-string.ts'
import { workspaceOf, writeContext } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'

/**
 * What the owner's app does with definitions beyond the public API: it reads them in full (targets of references, constraints,
 * which discovery leaves out), tries formulas and deletes them.
 */
export async function attributeConfigRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const onRequest = chooseWorkspace(services)

  app.get(
    '/attributes',
    { onRequest, schema: { summary: 'List full attribute definitions of one entity type' } },
    (request, reply) => {
      const query = readQuery(request)
      const name = query.takeOne('type')
      const type = parseType(name, new Faults(query.settle()))
      const input = { type, known: request.headers['if-none-match'] }
      return sendAnswer(reply, workspaceOf(request).call('listAttributeConfigs', input))
    },
  )

  app.post(
    '/formula-preview',
    {
      onRequest,
      schema: { summary: 'Compute a formula that is being written', body: FormulaPreviewRequest },
      attachValidation: true,
    },
    (request, reply) =>
      sendAnswer(
        reply,
        workspaceOf(request).call('previewFormula', checkNew<FormulaPreviewRequest>(request)),
      ),
  )

  moveRoute(app, services)

  app.delete<{ Params: { key: string } }>(
    '/attributes/:key',
    { onRequest, schema: { summary: 'Delete an attribute definition with all of its values' } },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const { key } = request.params
      const input = { key, type, faults: query.settle(), context: writeContext(request) }
      return sendAnswer(reply, workspaceOf(request).call('deleteAttribute', input))
    },
  )
}

function moveRoute(app: FastifyInstance, services: Services): void {
  app.post<{ Params: { key: string } }>(
    '/attributes/:key/move',
    {
      onRequest: chooseWorkspace(services),
      schema: { summary: 'Give an attribute another place among those of its type', body: AttributeMove },
      attachValidation: true,
    },
    (request, reply) => {
      const { body, faults, context } = checkNew<AttributeMove>(request)
      const input = { key: request.params.key, type: body.type, before: body.before, faults, context }
      return sendAnswer(reply, workspaceOf(request).call('moveAttribute', input))
    },
  )
}

function parseType(name: string | undefined, faults: Faults): EntityType {
  const type = entityTypes.find((candidate) => candidate === name)
  if (type === undefined) faults.add('type', name === undefined ? 'required' : 'invalid_value', entityTypes)
  faults.settle()
  return type as EntityType
}
