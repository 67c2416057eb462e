import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { AttributeClassPatch, NewAttributeClass } from '#shared/schemas/attribute-classes.ts'
import { Faults } from '../catalog/errors.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { checkNew, checkWrite } from '../edge/check-write.ts'
import { readQuery } from '../edge/query-string.ts'
import { workspaceOf } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'

type ClassRequest = FastifyRequest<{ Params: { id: string } }>

/** Which attributes the entities of a category show and need. Agents have the same as tools. */
export async function attributeClassRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))
  readRoutes(app)
  writeRoutes(app)
}

function readRoutes(app: FastifyInstance): void {
  app.get(
    '/attribute-classes',
    { schema: { summary: 'List attribute classes' } },
    (request: FastifyRequest, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const input = { type, faults: query.settle() }
      return sendAnswer(reply, workspaceOf(request).call('listAttributeClasses', input))
    },
  )

  app.get(
    '/attribute-classes/effective/:id',
    { schema: { summary: 'Tell which attributes an entity shows and needs' } },
    (request: ClassRequest, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const of = query.takeOne('of')
      const faults = new Faults(query.settle())
      if (!isType(type)) faults.add('type', type === undefined ? 'required' : 'invalid_value', entityTypes)
      if (!isType(type)) return faults.settle()
      const input = { type, id: request.params.id, of, faults: faults.list }
      return sendAnswer(reply, workspaceOf(request).call('effectiveClasses', input))
    },
  )
}

function writeRoutes(app: FastifyInstance): void {
  app.post(
    '/attribute-classes',
    { schema: { summary: 'Create an attribute class', body: NewAttributeClass }, attachValidation: true },
    (request, reply) => {
      const input = checkNew<NewAttributeClass>(request)
      return sendAnswer(reply, workspaceOf(request).call('createAttributeClass', input))
    },
  )

  app.patch(
    '/attribute-classes/:id',
    { schema: { summary: 'Change an attribute class', body: AttributeClassPatch }, attachValidation: true },
    (request: ClassRequest, reply) => {
      const input = { id: request.params.id, ...checkWrite<Partial<AttributeClassPatch>>(request) }
      return sendAnswer(reply, workspaceOf(request).call('updateAttributeClass', input))
    },
  )

  app.delete(
    '/attribute-classes/:id',
    { schema: { summary: 'Delete an attribute class' } },
    (request: ClassRequest, reply) => {
      const input = { id: request.params.id, faults: readQuery(request).settle() }
      return sendAnswer(reply, workspaceOf(request).call('deleteAttributeClass', input))
    },
  )
}

function isType(type: string | undefined): type is EntityType {
  return entityTypes.some((known) => known === type)
}
