import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadGuard } from '#shared/interrupted.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listenTo } from '../../testing/listening-db.ts'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import { aggregateList } from '../grid/aggregate-list.ts'
import { countGroups } from '../grid/count-groups.ts'
import { listEntities } from './list-entities.ts'
import type { FilterClause, ListRequest } from './list-request.ts'

let catalog: ScratchCatalog

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Material')
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Twice', { data_type: 'formula', formula: '{{price}} * 2' })
  for (let index = 0; index < 1200; index += 1)
    catalog.create('product', { name: `P${index}`, material: `Oak ${index}`, price: index })
})

afterAll(() => catalog[Symbol.dispose]())

function where(key: string, operator: string, value: string): FilterClause {
  return { field: `${key}[${operator}]`, key, operator, value }
}

const by = (key: string) => ({ sort: [{ key, descending: false }] })

type Run = (db: ReadableDb, request: ListRequest) => unknown

const list: Run = (db, request) => listEntities(db, { type: 'product', request, faults: [] })
const groups: Run = (db, request) =>
  countGroups(db, { type: 'product', request, levels: 1, keys: [], faults: [] })
const sums: Run = (db, request) =>
  aggregateList(db, { type: 'product', request, keys: ['price', 'twice'], faults: [] })

const longLists: [string, Run, Partial<ListRequest>, string][] = [
  ['a part of a text', list, { clauses: [where('material', 'contains', 'zzz')] }, 'material[contains]'],
  [
    'what a text is without',
    list,
    { clauses: [where('material', 'not_contains', 'oak 1')] },
    'material[not_contains]',
  ],
  [
    'many parts of texts, any of which may hold',
    list,
    { join: 'or', clauses: [where('material', 'contains', 'zz'), where('name', 'contains', 'yy')] },
    'material[contains]',
  ],
  ['a search without an index', list, { q: 'zzz' }, 'q'],
  ['a computed value', list, { clauses: [where('twice', 'gt', '5000')] }, 'twice[gt]'],
  ['the order of computed values', list, by('twice'), 'sort'],
  [
    'groups of some rows',
    groups,
    { ...by('material'), clauses: [where('name', 'contains', 'zz')] },
    'name[contains]',
  ],
]

function read(run: Run, request: Partial<ListRequest>, guard: ReadGuard, hear: () => void = () => undefined) {
  const whole: ListRequest = { limit: 50, offset: 0, sort: [], clauses: [], join: 'and', ...request }
  return catalog.read((db) => run(listenTo(db, hear), whole), guard)
}

test.each([
  ...longLists,
  ['sums', sums, {}, ''] as const,
  ['a page of computed values', list, {}, ''] as const,
])('%s: can be ended between its rows, not only between its statements [LANE-02]', (_name, run, request) => {
  let [asked, statements] = [0, 0]
  read(
    run,
    request,
    () => {
      asked += 1
      return undefined
    },
    () => (statements += 1),
  )
  expect(asked - statements).toBeGreaterThanOrEqual(3)
})

test.each(longLists)(
  '%s: where it took too long, the answer names what was slow [LANE-03]',
  (_name, run, request, field) => {
    const first = counter()
    expect(() => read(run, request, () => (first() > 4 ? 'deadline' : undefined))).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: expect.stringContaining('took longer than the server allows'),
        fieldErrors: expect.arrayContaining([
          expect.objectContaining({ field, issue: expect.stringMatching(/index|condition/) }),
        ]),
      }),
    )
  },
)

function counter(): () => number {
  let count = 0
  return () => (count += 1)
}

test('a list that an index answers is not slow, and what is slow beside it is named alone [LANE-03]', () => {
  const clauses = [where('id', 'exists', 'true'), where('twice', 'gt', '1')]
  const next = counter()
  expect(() => read(list, { clauses }, () => (next() > 4 ? 'deadline' : undefined))).toThrow(
    expect.objectContaining({ fieldErrors: [expect.objectContaining({ field: 'twice[gt]' })] }),
  )
})
