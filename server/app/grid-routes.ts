import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import { gridRoutes, lastPosition } from '#shared/routes/grid.ts'
import { Faults, validationFailed } from '../catalog/errors.ts'
import type { FrozenList } from '../catalog/query/snapshot-pages.ts'
import { area } from '../edge/area.ts'
import { goneSnapshot } from '../edge/snapshots.ts'
import { attributeConfigRoutes, attributeClassRoutes } from '#shared/routes/attribute-classes.ts'
import { roleOf } from '../edge/caller.ts'
import { callerOf } from '../edge/request-context.ts'
import { gridCommentRoutes } from '#shared/routes/comments.ts'
import { facetRoutes } from '#shared/routes/facets.ts'
import { pictureRoutes } from '#shared/routes/pictures.ts'
import { ownerAliasRoutes } from '#shared/routes/aliases.ts'
import { ownerNoteRoutes } from '#shared/routes/notes.ts'
import { viewRoutes } from '#shared/routes/views.ts'

export const viewArea = area(viewRoutes, {
  'GET /views': ({ workspace, query, faults }) => workspace.call('listViews', { ...query, faults }),

  'POST /views': ({ workspace, newWrite }) => workspace.call('createView', newWrite),

  'PATCH /views/{id}': ({ workspace, params, write }) =>
    workspace.call('updateView', { ...params, ...write }),

  'POST /views/{id}/duplicate': ({ workspace, params, write }) =>
    workspace.call('duplicateView', { ...params, ...write }),

  'DELETE /views/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteView', { ...params, faults }),
})

export const ownerNoteArea = area(ownerNoteRoutes, {
  'GET /grid/notes': ({ workspace, query, faults, client }) =>
    workspace.call('summarizeNotes', { ...query, faults }, client),

  'DELETE /notes/{id}': ({ workspace, params, faults, context }) =>
    workspace.call('deleteNote', { ...params, faults, context }),
})

export const ownerAliasArea = area(ownerAliasRoutes, {
  'DELETE /aliases/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteAlias', { ...params, faults }),
})

export const facetArea = area(facetRoutes, {
  'GET /grid/distinct': ({ client, workspace, query: { limit, ...asked }, list, faults }) =>
    workspace.call('distinctValues', { ...asked, request: { ...list, limit }, faults }, client),

  'GET /grid/facets': ({ client, workspace, query: { type, facets, limit }, list, choices, faults }) =>
    workspace.call('readFacets', { type, facets, ...choices, request: { ...list, limit }, faults }, client),
})

export const pictureArea = area(pictureRoutes, {
  'GET /pictures': ({ workspace, query, paging, faults, client }) =>
    workspace.call('listPictures', { ...paging, ...query, faults }, client),

  'GET /pictures/uses': ({ workspace, query, faults, client }) =>
    workspace.call('listPictureUses', { ...query, faults }, client),
})

export const gridCommentArea = area(gridCommentRoutes, {
  'GET /grid/comments': ({ workspace, query, faults, client }) =>
    workspace.call('summarizeComments', { ...query, faults }, client),
})

/**
 * The owner's app does more with definitions than the public API: it reads them in full (targets of
 * references, constraints, which discovery leaves out), tries formulas, moves and deletes them.
 */
export const attributeConfigArea = area(attributeConfigRoutes, {
  'GET /attributes': ({ workspace, query, faults, request }) => {
    if (faults.length > 0) throw validationFailed(faults)
    const known = request.headers['if-none-match']
    return workspace.call('listAttributeConfigs', { ...query, known, role: roleOf(callerOf(request)) })
  },

  'GET /semantic-types': ({ workspace, query, faults }) => {
    if (faults.length > 0) throw validationFailed(faults)
    return workspace.call('proposeSemanticTypes', { ...query, faults })
  },

  'POST /semantic-types': ({ workspace, newWrite }) => workspace.call('chooseSemanticTypes', newWrite),

  'POST /formula-preview': ({ workspace, newWrite }) => workspace.call('previewFormula', newWrite),

  'POST /attribute-preview': ({ workspace, newWrite: { body, faults }, client }) =>
    workspace.call('previewDefinition', { body, faults }, client),

  'GET /attributes/{key}/prompts': ({ workspace, params, query, faults }) =>
    workspace.call('readPromptVersions', { ...params, ...query, faults }),

  'POST /attributes/{key}/move': ({ workspace, params, newWrite: { body, ...rest } }) =>
    workspace.call('moveAttribute', { ...params, ...body, ...rest }),

  'DELETE /attributes/{key}': ({ workspace, params, query, faults, context }) =>
    workspace.call('deleteAttribute', { ...params, ...query, faults, context }),
})

export const attributeClassArea = area(attributeClassRoutes, {
  'GET /attribute-classes': ({ workspace, query, faults }) =>
    workspace.call('listAttributeClasses', { ...query, faults }),

  'GET /attribute-classes/effective/{id}': ({ workspace, params, query, faults }) =>
    workspace.call('effectiveClasses', { ...params, ...query, faults }),

  'POST /attribute-classes': ({ workspace, newWrite }) => workspace.call('createAttributeClass', newWrite),

  'PATCH /attribute-classes/{id}': ({ workspace, params, write }) =>
    workspace.call('updateAttributeClass', { ...params, ...write }),

  'DELETE /attribute-classes/{id}': ({ workspace, params, faults }) =>
    workspace.call('deleteAttributeClass', { ...params, faults }),
})

/** Requests of the grid alone: it would have to read whole lists otherwise. */
export const gridArea = area(gridRoutes, {
  'GET /grid/find': ({ client, workspace, query, list, faults }) =>
    workspace.call(
      'findCells',
      {
        type: query.type,
        text: query.text ?? '',
        columns: query.columns,
        isWhole: query.whole_cell,
        matchesCase: query.match_case,
        isReplacing: query.replacing,
        rows: [query.first_row, query.last_row],
        request: { ...list, limit: query.limit },
        faults,
      },
      client,
    ),

  'GET /grid/groups': ({ client, workspace, query, list, faults }) =>
    workspace.call('countGroups', { ...query, keys: query.keys ?? [], request: list, faults }, client),

  'GET /grid/branches': ({ client, workspace, query: { type, ids, positions }, list, faults }) =>
    workspace.call('findBranches', { type, ids, hasPositions: positions, request: list, faults }, client),

  'GET /grid/aggregates': ({ client, workspace, services, request, query, list, faults }) => {
    const { type, keys, snapshot, first_row: first, last_row: last } = query
    const frozen = snapshot === undefined ? undefined : services.snapshots.find(request, snapshot)
    if (snapshot !== undefined && !frozen)
      faults.push({ field: 'snapshot', issue: 'invalid_value', message: goneSnapshot })
    const range = toIndexRange(frozen, [first, last])
    return workspace.call('aggregateList', { type, request: list, keys, range, faults }, client)
  },

  'GET /grid/tree': ({ client, workspace, query, list, faults }) => {
    const { type, of, by, complete, picture } = query
    return workspace.call(
      'countTree',
      {
        type,
        complete,
        picture,
        of: by === undefined ? 'product' : checkType(of, faults),
        by,
        request: list,
        faults,
      },
      client,
    )
  },

  'GET /grid/origins': ({ workspace, query, faults }) => workspace.call('cellOrigins', { ...query, faults }),

  'GET /grid/indexes': ({ workspace }) => ({ data: workspace.indexesInWork() }),

  'GET /grid/referrers': ({ client, workspace, query, faults }) =>
    workspace.call('listReferrers', { ...query, faults }, client),
})

function toIndexRange(frozen: FrozenList | undefined, rows: readonly [number, number]) {
  return !frozen && rows[0] === 0 && rows[1] === lastPosition ? undefined : { frozen, rows }
}

function checkType(name: string | undefined, addFault: ConstructorParameters<typeof Faults>[0]): EntityType {
  const type = findEntityType(name)
  if (type !== undefined) return type
  const faults = new Faults(addFault)
  faults.add('of', name === undefined ? 'required' : 'invalid_value', entityTypes, name)
  throw validationFailed(faults.list)
}
