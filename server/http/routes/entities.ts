import type { FastifyRequest, FastifyInstance } from 'fastify'
import { entityTypes, upsertableTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import { entityRoutes } from '#shared/routes/entities.ts'
import { forEachType, type EntityRoutes } from '#shared/routes/parameters.ts'
import type { Preconditions } from '../../catalog/entities/update-entity.ts'
import { area, type Handler, toUrl } from '../../edge/area.ts'
import { mayOnlyPropose, missingScopes } from '../../edge/caller.ts'
import { readListObject, toFields } from '../../edge/list-params.ts'
import { callerOf } from '../../edge/request-context.ts'
import { attributeRoutes } from '#shared/routes/attributes.ts'
import { channelRoutes } from '#shared/routes/channels.ts'
import { variantRoutes } from '#shared/routes/variants.ts'
import { keysOf } from '#shared/text.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { savedActionListRoutes, editRoutes } from '#shared/routes/edits.ts'
import { requireScopeOf } from '../../edge/require-rights.ts'
import { takingBack, undoEdit } from '../../edge/take-back.ts'

type Rows = typeof entityRoutes

function forEach<T extends EntityType, K extends Parameters<typeof forEachType>[1]>(
  types: readonly T[],
  key: K,
  toHandler: (type: T) => Handler<EntityRoutes<K, T>, Rows[EntityRoutes<K, T> & keyof Rows]>,
) {
  return forEachType(types, key, toHandler)
}

/**
 * The channels of the workspace, read-only: the owner sets them up in the app; and the missing values of
 * products for the enabled ones, computed with every request.
 */
export const channelArea = area(channelRoutes, (app) => {
  for (const key of keysOf(channelRoutes)) {
    const path = key.slice('GET '.length)
    if (path.startsWith('/channels')) refuseWrites(app, toUrl(path))
  }
  return {
    'GET /channels': ({ workspace, query, faults }) => workspace.call('listChannels', { ...query, faults }),

    'GET /channels/{channel}': ({ workspace, params, faults }) =>
      workspace.call('readChannel', { key: params.channel, faults }),

    'GET /channels/{channel}/completeness': ({ client, workspace, params, faults }) =>
      workspace.call('channelCompleteness', { key: params.channel, faults }, client),

    'GET /products/{id}/completeness': ({ client, workspace, params, query, faults }) =>
      workspace.call('productCompleteness', { ...params, ...query, faults }, client),
  }
})

/** Refuses writes with any scopes and any body, which is not read (decisions, Channels). */
function refuseWrites(app: FastifyInstance, url: string): void {
  const refuse = () => {
    throw new CatalogError('forbidden', 'Channels are read-only in the API. Set them up in the app instead.')
  }
  app.route({
    method: ['POST', 'PUT', 'PATCH'],
    url,
    config: { refusal: true },
    onRequest: refuse,
    handler: refuse,
  })
}

export const attributeArea = area(attributeRoutes, {
  'GET /attributes': ({ client, workspace, query, faults, request }) =>
    workspace.call('listAttributes', { ...query, known: request.headers['if-none-match'], faults }, client),

  'POST /attributes': ({ workspace, newWrite }) => workspace.call('createAttribute', newWrite),

  'PATCH /attributes/{key}': ({ workspace, params, query, write }) =>
    workspace.call('updateAttribute', { ...params, ...query, ...write }),
})

export const entityArea = area(entityRoutes, {
  ...forEach(
    entityTypes,
    'GET /{plural}',
    (type) =>
      ({ workspace, services, request, list, snapshot, faults, client }) =>
        snapshot === undefined
          ? workspace.call('listEntities', { type, request: list, faults }, client)
          : services.snapshots.answer(request, type, { list: { request: list, faults }, snapshot, client }),
  ),

  ...forEach(
    entityTypes,
    'POST /{plural}/query',
    (type) =>
      ({ workspace, services, request, body, faults, client }) => {
        const { snapshot, ...asked } = body
        const read = readListObject(asked)
        const list = { ...read, faults: [...faults, ...read.faults] }
        return snapshot === undefined
          ? workspace.call('listEntities', { type, ...list }, client)
          : services.snapshots.answer(request, type, { list, snapshot, client })
      },
  ),

  ...forEach(
    entityTypes,
    'GET /{plural}/{id}',
    (type) =>
      ({ workspace, params, query, faults, client }) =>
        workspace.call('getEntity', { type, ...params, fields: toFields(query.fields), faults }, client),
  ),

  ...forEach(entityTypes, 'PATCH /{plural}/{id}', (type) => ({ workspace, params, write, request }) => {
    const operation = mayOnlyPropose(callerOf(request), type) ? 'proposeUpdate' : 'updateEntity'
    const expected = readPreconditions(request)
    return workspace.call(operation, { type, ...params, ...write, expected })
  }),

  ...forEach(
    entityTypes,
    'GET /{plural}/{id}/references',
    (type) =>
      ({ workspace, params, query, paging, faults, client }) =>
        workspace.call('listReferences', { type, ...params, ...query, ...paging, faults }, client),
  ),

  'GET /products/{id}/variants': ({ workspace, services, request, params, list, snapshot, faults, client }) =>
    snapshot === undefined
      ? workspace.call('listVariants', { ...params, request: list, faults }, client)
      : services.snapshots.answer(request, 'product', {
          list: { request: list, faults },
          snapshot,
          of: params.id,
          client,
        }),

  'GET /products/{id}/axes': ({ client, workspace, params, faults }) =>
    workspace.call('readAxes', { ...params, faults }, client),

  'PUT /products/{id}/axes': ({ workspace, params, write }) =>
    workspace.call('setAxes', { ...params, ...write }),

  ...forEach(
    upsertableTypes,
    'POST /{plural}',
    (type) =>
      ({ workspace, newWrite }) =>
        workspace.call('createEntity', { type, ...newWrite }),
  ),

  ...forEach(
    upsertableTypes,
    'POST /{plural}/upsert',
    (type) =>
      ({ workspace, newWrite }) =>
        workspace.call('upsertEntity', { type, ...newWrite }),
  ),

  ...forEach(
    upsertableTypes,
    'POST /{plural}/batch',
    (type) =>
      ({ workspace, newWrite }) =>
        workspace.call('batchEntities', { type, ...newWrite }),
  ),
})

/** The variants of a product from its axes, and products that become variants. */
export const variantArea = area(variantRoutes, {
  'POST /products/{id}/variants/plan': ({ workspace, params, body, faults, request, client }) =>
    workspace.call(
      'planVariants',
      { ...params, body, faults, mayAddOptions: mayAddOptions(request) },
      client,
    ),

  'POST /products/{id}/variants': ({ workspace, params, write, request }) =>
    workspace.call('createVariants', { ...params, ...write, mayAddOptions: mayAddOptions(request) }),

  'POST /products/convert': ({ workspace, newWrite }) => workspace.call('convertProducts', newWrite),
})

function mayAddOptions(request: FastifyRequest): boolean {
  return missingScopes(callerOf(request), ['write:attributes']).length === 0
}

/** The caller's preconditions for the entity; undefined where no header has any, as nearly always. */
function readPreconditions({ headers }: FastifyRequest): Preconditions | undefined {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  const ifUnmodifiedSince = headers['if-unmodified-since']
  if (ifMatch === undefined && ifNoneMatch === undefined && ifUnmodifiedSince === undefined) return undefined
  return { ifMatch, ifNoneMatch, ifUnmodifiedSince }
}

export const savedActionListArea = area(savedActionListRoutes, {
  'GET /saved-actions': ({ workspace, request, query, faults }) => {
    requireScopeOf(request, 'read', query.type)
    return workspace.call('listSavedActions', { ...query, faults })
  },
})

/**
 * Edits of many values in one transaction, and their undo. The body names the type, and with it the scope.
 */
export const editArea = area(editRoutes, {
  'POST /edits': ({ workspace, request, newWrite }) => {
    const type = findEntityType(newWrite.body.type)
    if (type && mayOnlyPropose(callerOf(request), type)) return workspace.call('proposeEdits', newWrite)
    requireScopeOf(request, 'write', type)
    return workspace.call('applyEdits', newWrite)
  },

  'POST /edits/{edit_id}/undo': (call) => undoEdit(takingBack(call), call.params.edit_id),

  'POST /bulk-edits': async ({ workspace, jobs, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    const answer = await workspace.call('enqueueBulkEdit', newWrite)
    jobs.wake()
    return answer
  },
})
