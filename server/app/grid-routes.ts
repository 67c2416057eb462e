import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { Faults } from '../catalog/errors.ts'
import type { FrozenList } from '../catalog/query/snapshot-pages.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { parseList } from '../edge/list-params.ts'
import { type QueryReader, readQuery } from '../edge/query-string.ts'
import { workspaceOf } from '../edge/request-context.ts'
import { sendAnswer } from '../edge/send-answer.ts'
import type { Services } from '../edge/services.ts'

/** How many cells one answer names at most. */
const maxCells = 10_000
const lastPosition = 0xffff_ffff
/** How many values one answer lists. */
const [defaultValues, maxValues] = [100, 1_000]

/** What only the grid asks: it would have to read whole lists to know it. */
export async function gridRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', chooseWorkspace(services))
  findRoute(app)
  arrangementRoutes(app)
  valueRoutes(app, services)
  treeRoute(app)
  rowRoutes(app)
}

function findRoute(app: FastifyInstance): void {
  app.get('/grid/find', { schema: { summary: 'Find a text in the cells of a list' } }, (request, reply) => {
    const query = readQuery(request)
    const type = query.takeOne('type')
    const find = {
      text: query.takeOne('text') ?? '',
      columns: query.takeList('columns'),
      isWhole: takeFlag(query, 'whole_cell'),
      isCaseKept: takeFlag(query, 'match_case'),
      isReplacing: takeFlag(query, 'replacing'),
      rows: takeRowSpan(query),
    }
    const limit = query.takeInteger('limit', maxCells, [0, maxCells])
    const list = parseList(query)
    const input = {
      ...find,
      type: checkType(type, new Faults(list.faults)),
      request: { ...list.request, limit },
      faults: list.faults,
    }
    return sendAnswer(reply, workspaceOf(request).call('findCells', input))
  })
}

function arrangementRoutes(app: FastifyInstance): void {
  app.get(
    '/grid/groups',
    { schema: { summary: 'Count the rows of a list that share a value' } },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const { request: list, faults } = parseList(query)
      const input = { type: checkType(type, new Faults(faults)), request: list, faults }
      return sendAnswer(reply, workspaceOf(request).call('countGroups', input))
    },
  )

  app.get(
    '/grid/branches',
    { schema: { summary: 'Tell which rows have others below them' } },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const ids = query.takeList('ids')
      const hasPositions = takeFlag(query, 'positions')
      const { request: list, faults } = parseList(query)
      const input = { type: checkType(type, new Faults(faults)), ids, hasPositions, request: list, faults }
      return sendAnswer(reply, workspaceOf(request).call('findBranches', input))
    },
  )
}

function valueRoutes(app: FastifyInstance, { snapshots }: Services): void {
  app.get('/grid/aggregates', { schema: { summary: 'Sum up the values of a list' } }, (request, reply) => {
    const query = readQuery(request)
    const type = query.takeOne('type')
    const keys = query.takeList('keys')
    const stretch = takeStretch(query, (id) => snapshots.find(request, id))
    const { request: list, faults } = parseList(query)
    const input = { type: checkType(type, new Faults(faults)), request: list, keys, stretch, faults }
    return sendAnswer(reply, workspaceOf(request).call('aggregateList', input))
  })

  app.get(
    '/grid/distinct',
    { schema: { summary: 'List the values that an attribute has in a list' } },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const key = query.takeOne('key')
      const text = query.takeOne('text')
      const limit = query.takeInteger('limit', defaultValues, [1, maxValues])
      const list = parseList(query)
      const input = {
        type: checkType(type, new Faults(list.faults)),
        key,
        text,
        request: { ...list.request, limit },
        faults: list.faults,
      }
      return sendAnswer(reply, workspaceOf(request).call('distinctValues', input))
    },
  )
}

/** The stretch of the list that is meant, and the snapshot that its positions belong to. */
function takeStretch(query: QueryReader, find: (id: string) => FrozenList | undefined) {
  const snapshot = query.takeOne('snapshot')
  const rows = takeRowSpan(query)
  const frozen = snapshot === undefined ? undefined : find(snapshot)
  if (snapshot !== undefined && !frozen) query.add('snapshot', 'invalid_value')
  if (!frozen && rows[0] === 0 && rows[1] === lastPosition) return undefined
  return { frozen, rows }
}

function treeRoute(app: FastifyInstance): void {
  app.get(
    '/grid/tree',
    { schema: { summary: 'List a whole tree with what refers to its nodes' } },
    (request, reply) => {
      const query = readQuery(request)
      const type = query.takeOne('type')
      const of = query.takeOne('of')
      const by = query.takeOne('by')
      const { request: list, faults } = parseList(query)
      const input = {
        type: checkType(type, new Faults(faults)),
        of: by === undefined ? 'product' : checkType(of, new Faults(faults), 'of'),
        by,
        request: list,
        faults,
      } as const
      return sendAnswer(reply, workspaceOf(request).call('countTree', input))
    },
  )
}

function rowRoutes(app: FastifyInstance): void {
  app.get(
    '/grid/origins',
    { schema: { summary: 'Tell which cells show what is not their own' } },
    (request, reply) => sendAnswer(reply, workspaceOf(request).call('cellOrigins', takeRows(request))),
  )

  app.get('/grid/referrers', { schema: { summary: 'Tell what refers to some rows' } }, (request, reply) =>
    sendAnswer(reply, workspaceOf(request).call('listReferrers', takeRows(request))),
  )
}

/** The rows that a question is about. */
function takeRows(request: FastifyRequest) {
  const query = readQuery(request)
  const type = query.takeOne('type')
  const ids = query.takeList('ids')
  const faults = query.settle()
  return { type: checkType(type, new Faults(faults)), ids, faults }
}

function takeRowSpan(query: QueryReader): readonly [number, number] {
  return [
    query.takeInteger('first_row', 0, [0, lastPosition]),
    query.takeInteger('last_row', lastPosition, [0, lastPosition]),
  ]
}

function takeFlag(query: QueryReader, name: string): boolean {
  const text = query.takeOne(name)
  if (text !== undefined && text !== 'true' && text !== 'false') query.add(name, 'expected_boolean')
  return text === 'true'
}

function checkType(name: string | undefined, faults: Faults, field = 'type'): EntityType {
  const type = entityTypes.find((candidate) => candidate === name)
  if (type !== undefined) return type
  faults.add(field, name === undefined ? 'required' : 'invalid_value', entityTypes)
  faults.settle()
  throw new Error('A missing type is a fault.')
}
