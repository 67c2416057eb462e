import { afterAll, beforeAll, expect, test } from 'vitest'
import { ScratchCatalog } from '../testing/scratch-catalog.ts'
import { parseAnswer } from './answer.ts'
import { readableAtOnce } from './entities/entity-json.ts'
import { readEntity } from './entities/read-entity.ts'
import { freezeList } from './query/snapshot-pages.ts'
import { listEvents } from './query/list-events.ts'
import type { Pagination } from '#shared/paging.ts'

const [rows, texts] = [12, 3]
let catalog: ScratchCatalog

// Each product has three texts of 1,000 KiB: ten of them fit into one answer.
beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  for (let index = 0; index < texts; index += 1)
    catalog.define('product', `Text ${index}`, { data_type: 'multi_line_text_field' })
  catalog.define('product', 'All', {
    data_type: 'formula',
    formula: '{{text_0}} & {{text_1}} & {{text_2}} & {{text_0}} & {{text_1}} & {{text_2}}',
  })
  const text = 'x'.repeat(1000 * 1024)
  for (let index = 0; index < rows; index += 1)
    catalog.create('product', { name: `P${index}`, text_0: text, text_1: text, text_2: text })
})

afterAll(() => catalog[Symbol.dispose]())

const fields = ['name', 'text_0', 'text_1', 'text_2']
const mebibyte = 1024 * 1024

test('a page ends where the answer is full, and the cursor goes on behind it without a gap [LIST-10]', () => {
  const names: unknown[] = []
  const ends: unknown[] = []
  for (let request: object | undefined = { limit: 200, fields }; request;) {
    const { data, pagination } = catalog.list('product', request)
    expect(JSON.stringify(data).length).toBeLessThan(32 * mebibyte)
    names.push(...data.map(({ label }) => label))
    ends.push([pagination.has_more, pagination.truncated_by])
    request = pagination.has_more ? { ...request, cursor: pagination.next_cursor } : undefined
  }
  expect(ends).toEqual([
    [true, 'size'],
    [false, undefined],
  ])
  expect(names).toEqual(Array.from({ length: rows }, (_, index) => `P${index}`))
})

test('who counts rows is told the limit that fits, which does [LIST-11]', () => {
  const counted = { offset: 1, isCounted: true, fields }
  const refused = () => catalog.list('product', { ...counted, limit: 50 })
  expect(refused).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('limit=10,'),
      fieldErrors: [{ field: 'limit', issue: 'out_of_range' }],
    }),
  )
  expect(catalog.list('product', { ...counted, limit: 10 }).data.map(({ label }) => label)).toHaveLength(10)
  const window = { limit: 50, offset: 0, sort: [], clauses: [], join: 'and', fields } as const
  const freeze = () =>
    catalog.read((db) => freezeList(db, { type: 'product', request: window, faults: [], snapshot: 'new' }))
  expect(freeze).toThrow(
    expect.objectContaining({ fieldErrors: [{ field: 'limit', issue: 'out_of_range' }] }),
  )
})

test('computed values count like stored ones, and what is small is a page as ever [LIST-10]', () => {
  const { pagination } = catalog.list('product', { limit: 200 })
  expect(pagination).toMatchObject({ has_more: true, truncated_by: 'size' })
  expect(catalog.list('product', { limit: 200, fields: ['name'] })).toMatchObject({
    data: { length: rows },
    pagination: { has_more: false },
  })
})

test('an entity that is larger than an answer is refused with its size and what helps [LIST-12]', () => {
  using large = new ScratchCatalog()
  large.define('product', 'Name', { is_primary: true })
  const texts = Array.from({ length: 33 }, (_, index) => `Text ${index}`)
  const keys = texts.map((name) => large.define('product', name, { data_type: 'multi_line_text_field' }).key)
  const text = 'x'.repeat(1000 * 1024)
  const { id } = large.create(
    'product',
    Object.fromEntries([['name', 'P'], ...keys.map((key) => [key, text])]),
  )
  const fault = expect.objectContaining({
    message: expect.stringMatching(/32\.2 MiB.*32 MiB.*`fields`/),
    fieldErrors: [{ field: 'fields', issue: expect.stringContaining('MiB') }],
  })
  const read = (fields: string[] | undefined) =>
    large.read((db) => readEntity(db, { type: 'product', id, fields, faults: [] }))
  expect(() => read(undefined)).toThrow(fault)
  expect(() => large.list('product')).toThrow(fault)
  expect(read(['name']).status).toBe(200)
})

test('a page of the change feed ends where the answer is full too [LIST-10]', () => {
  const sequences: number[] = []
  const ends: unknown[] = []
  let cursor: string | undefined
  do {
    const page = catalog.read((db) =>
      listEvents(db, { filters: {}, limit: 200, offset: 0, cursor, faults: [] }),
    )
    const { data, pagination } = parseAnswer<{ data: { sequence: number }[]; pagination: Pagination }>(page)
    sequences.push(...data.map(({ sequence }) => sequence))
    cursor = pagination.has_more ? pagination.next_cursor : undefined
    ends.push(pagination.truncated_by)
  } while (cursor !== undefined)
  expect(ends).toEqual([...ends.slice(1).map(() => 'size'), undefined])
  expect(ends.length).toBeGreaterThan(1)
  expect(sequences).toEqual(sequences.toSorted((a, b) => b - a))
  expect(new Set(sequences).size).toBe(sequences.length)
  expect(sequences.length).toBe(rows + texts + 2)
})

test('values of large entities are computed for a few at a time, in one page with the others [LIST-10]', () => {
  const page = (limit: number) => catalog.list('product', { limit, fields: ['name', 'all'] }).data
  const names = page(5).map(({ label }) => label)
  expect(names).toEqual(['P0', 'P1', 'P2', 'P3', 'P4'])
  const held = { id: 0, attributes: 'x'.repeat(3 * mebibyte) } as never
  const small = { id: 0, attributes: '{}' } as never
  const typed = (row: object) => ({ ...row, type: 0 }) as never
  catalog.read((db) => {
    expect(readableAtOnce(db, [held, held].map(typed))).toBe(1)
    expect(
      readableAtOnce(
        db,
        Array.from({ length: 50 }, () => typed(small)),
      ),
    ).toBe(50)
    expect(readableAtOnce(db, [small, held, small].map(typed))).toBe(1)
  })
})
