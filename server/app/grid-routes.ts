import { entityTypes, type EntityType } from '#shared/entities.ts'
import { gridRoutes, lastPosition } from '#shared/routes/grid.ts'
import { Faults, validationFailed } from '../catalog/errors.ts'
import type { FrozenList } from '../catalog/query/snapshot-pages.ts'
import { area } from '../edge/area.ts'
import { goneSnapshot } from '../edge/snapshots.ts'

/** What only the grid asks: it would have to read whole lists to know it. */
export const gridArea = area(gridRoutes, {
  'GET /grid/find': ({ client, workspace, query, list, faults }) =>
    workspace.call(
      'findCells',
      {
        type: query.type,
        text: query.text ?? '',
        columns: query.columns,
        isWhole: query.whole_cell,
        isCaseKept: query.match_case,
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
    const stretch = toIndexRange(frozen, [first, last])
    return workspace.call('aggregateList', { type, request: list, keys, stretch, faults }, client)
  },

  'GET /grid/tree': ({ client, workspace, query: { type, of, by }, list, faults }) =>
    workspace.call(
      'countTree',
      {
        type,
        of: by === undefined ? 'product' : checkType(of, faults),
        by,
        request: list,
        faults,
      },
      client,
    ),

  'GET /grid/origins': ({ workspace, query, faults }) => workspace.call('cellOrigins', { ...query, faults }),

  'GET /grid/indexes': ({ workspace }) => ({ data: workspace.indexesInWork() }),

  'GET /grid/referrers': ({ client, workspace, query, faults }) =>
    workspace.call('listReferrers', { ...query, faults }, client),
})

/** The stretch of the list that is meant, and the snapshot that its positions belong to. */
function toIndexRange(frozen: FrozenList | undefined, rows: readonly [number, number]) {
  return !frozen && rows[0] === 0 && rows[1] === lastPosition ? undefined : { frozen, rows }
}

function checkType(name: string | undefined, told: ConstructorParameters<typeof Faults>[0]): EntityType {
  const type = entityTypes.find((candidate) => candidate === name)
  if (type !== undefined) return type
  const faults = new Faults(told)
  faults.add('of', name === undefined ? 'required' : 'invalid_value', entityTypes, name)
  throw validationFailed(faults.list)
}
