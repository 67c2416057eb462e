import type { FastifyInstance } from 'fastify'
import { entityTypes, pluralOf, upsertableTypes, type EntityType } from '#shared/entities.ts'
import { EntityCreate, EntityPatch, EntityUpsert } from '#shared/schemas/entities.ts'
import { parseListParams, takeFields, takePaging } from '../../edge/list-params.ts'
import { readQuery, type RawQuery } from '../../edge/query-string.ts'
import { checkNew, checkWrite } from '../../edge/check-write.ts'
import { workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'
import type { Services } from '../../edge/services.ts'
import type { Snapshots } from '../../edge/snapshots.ts'

interface IdParams {
  readonly id: string
}

/** One shape, many types: every entity type gets the same routes under its plural. Sources are created by a job. */
export async function entityRoutes(app: FastifyInstance, { snapshots }: Services): Promise<void> {
  for (const type of entityTypes) {
    readAndPatch(app, type, snapshots)
    references(app, type)
  }
  variants(app, snapshots)
  for (const type of upsertableTypes) createAndUpsert(app, type)
}

function readAndPatch(app: FastifyInstance, type: EntityType, snapshots: Snapshots): void {
  const plural = pluralOf[type]
  const reading = { scopes: [`read:${plural}`] } as const

  app.get(`/${plural}`, { config: reading, schema: { summary: `List ${plural}` } }, (request, reply) => {
    const { snapshot, ...list } = parseListParams(request.query as RawQuery, request.url)
    if (snapshot !== undefined) return sendAnswer(reply, snapshots.answer(request, type, { list, snapshot }))
    return sendAnswer(reply, workspaceOf(request).call('listEntities', { type, ...list }))
  })

  app.get<{ Params: IdParams }>(
    `/${plural}/:id`,
    { config: reading, schema: { summary: `Read one ${type}` } },
    (request, reply) => {
      const query = readQuery(request)
      const fields = takeFields(query)
      const input = { type, id: request.params.id, fields, faults: query.settle() }
      return sendAnswer(reply, workspaceOf(request).call('getEntity', input))
    },
  )

  app.patch<{ Params: IdParams }>(
    `/${plural}/:id`,
    {
      config: { scopes: [`write:${plural}`] },
      schema: { summary: `Update attribute values and parent of one ${type}`, body: EntityPatch },
      attachValidation: true,
    },
    (request, reply) => {
      const input = { type, id: request.params.id, ...checkWrite<EntityPatch>(request) }
      return sendAnswer(reply, workspaceOf(request).call('updateEntity', input))
    },
  )
}

function references(app: FastifyInstance, type: EntityType): void {
  const plural = pluralOf[type]
  app.get<{ Params: IdParams }>(
    `/${plural}/:id/references`,
    {
      config: { scopes: [`read:${plural}`] },
      schema: { summary: `List what a reference attribute of one ${type} refers to` },
    },
    (request, reply) => {
      const query = readQuery(request)
      const attribute = query.takeOne('attribute')
      const input = { type, id: request.params.id, attribute, ...takePaging(query), faults: query.settle() }
      return sendAnswer(reply, workspaceOf(request).call('listReferences', input))
    },
  )
}

function variants(app: FastifyInstance, snapshots: Snapshots): void {
  app.get<{ Params: IdParams }>(
    '/products/:id/variants',
    { config: { scopes: ['read:products'] }, schema: { summary: 'List the variants of one product' } },
    (request, reply) => {
      const { id } = request.params
      const { snapshot, ...list } = parseListParams(request.query as RawQuery, request.url)
      if (snapshot !== undefined)
        return sendAnswer(reply, snapshots.answer(request, 'product', { list, snapshot, of: id }))
      return sendAnswer(reply, workspaceOf(request).call('listVariants', { id, ...list }))
    },
  )
}

function createAndUpsert(app: FastifyInstance, type: EntityType): void {
  const plural = pluralOf[type]
  const writing = { scopes: [`write:${plural}`] } as const

  app.post(
    `/${plural}`,
    {
      config: writing,
      schema: { summary: `Create one ${type}`, body: EntityCreate },
      attachValidation: true,
    },
    (request, reply) => {
      const input = { type, ...checkNew<EntityCreate>(request) }
      return sendAnswer(reply, workspaceOf(request).call('createEntity', input))
    },
  )

  app.post(
    `/${plural}/upsert`,
    {
      config: writing,
      schema: { summary: `Create or update one ${type} by a customer key`, body: EntityUpsert },
      attachValidation: true,
    },
    (request, reply) => {
      const input = { type, ...checkNew<EntityUpsert>(request) }
      return sendAnswer(reply, workspaceOf(request).call('upsertEntity', input))
    },
  )
}
