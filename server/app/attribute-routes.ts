import type { FastifyInstance } from 'fastify'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { Faults } from '../catalog/errors.ts'
import { chooseWorkspace } from '../http/authenticate.ts'
import { readQuery } from '../http/query-string.ts'
import { workspaceOf } from '../http/request-context.ts'
import { sendAnswer } from '../http/send-answer.ts'
import type { Services } from '../http/services.ts'

/** The full definitions of one entity type: the app needs targets of references and constraints, which discovery leaves out. */
export async function attributeConfigRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get('/attributes', { onRequest: (request) => chooseWorkspace(request, services) }, (request, reply) => {
    const query = readQuery(request)
    const name = query.takeOne('type')
    const type = parseType(name, new Faults(query.settle()))
    return sendAnswer(reply, workspaceOf(request).call('listAttributeConfigs', { type }))
  })
}

function parseType(name: string | undefined, faults: Faults): EntityType {
  const type = entityTypes.find((candidate) => candidate === name)
  if (type === undefined) faults.add('type', name === undefined ? 'required' : 'invalid_value', entityTypes)
  faults.settle()
  return type as EntityType
}
