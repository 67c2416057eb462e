import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { remarksKey } from '#shared/views.ts'
import { createApi } from '../../api/client.ts'
import { joinPresence } from '../../api/event-stream.ts'
import { sampleEntity } from '../../query/testing/samples.ts'
import { LocalRequest } from '../testing/open-grid.ts'
import { RowDecorations } from './row-decorations.ts'

const ana = { type: 'user', id: 'a', name: 'Ana' } as const
const proposed = { state: null, model: null, made_at: null, open: 1 }
const answers: Readonly<Record<string, object>> = {
  '/notes': { data: [], pagination: { total: 1 } },
  '/comments': { data: [], pagination: { total: 1 } },
  '/grid/notes': { data: { a: { price: { count: 1, open: 1, text: 'Ask Nordlys' } } } },
  '/grid/comments': { data: { a: { '': { count: 2, open: 1, text: 'New pictures', author: ana } } } },
  '/review/marks': { data: { a: { price: proposed } } },
  '/grid/origins': { data: { a: { price: 'rolled_up' } } },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Request', LocalRequest)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url)
    const key = Object.keys(answers).findLast((path) => pathname.endsWith(path))
    return Response.json(key === undefined ? {} : answers[key])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  joinPresence()
  const rows: readonly EntityResource[] = [
    sampleEntity('a', { attributes: { price: 5 } }),
    sampleEntity('b', { attributes: { price: 6 } }),
  ]
  const decorations = new RowDecorations({
    api: createApi('w1'),
    type: 'product',
    rowAt: (row) => rows[row],
    hasDerived: () => true,
  })
  decorations.marked.hear({ has_proposals: true, mark: '1' })
  const rest = async () => {
    for (const { want } of decorations.decorators) want({ first: 0, last: 1 })
    await vi.advanceTimersByTimeAsync(2_000)
  }
  await rest()
  return { decorations, rows: rows as readonly [EntityResource, EntityResource], rest }
}

test('what people say of a cell comes first, then where its value comes from and what models have to do with it', async () => {
  const { decorations, rows } = await open()
  const decoration = decorations.of(rows[0])
  expect(decoration?.of('price').map(({ text, isOfValue }) => [text, isOfValue])).toEqual([
    ['To-do: Ask Nordlys', undefined],
    ['Gathered from the variants', true],
    ['A proposed value waits for a decision.', true],
  ])
  expect(Object.assign({}, ...(decoration?.of('price') ?? []).map(({ attributes }) => attributes))).toEqual({
    'data-note': 'open',
    'data-origin': 'rolled_up',
    'data-mark': 'proposed',
  })
  expect(decoration?.of('name')).toEqual([])
})

test('the head of a row tells of all notes on it and its cells, and counts what was said of the row itself', async () => {
  const { decorations, rows } = await open()
  expect(decorations.of(rows[0])?.of('')).toEqual([
    { text: 'Ana: New pictures (2 in all)', count: 2 },
    { text: 'To-do: Ask Nordlys', attributes: { 'data-note': 'open' } },
  ])
})

test('a row of which nothing is said has no decoration, and one of which nothing else is said keeps its own', async () => {
  const { decorations, rows, rest } = await open()
  const [a, b] = rows
  const first = decorations.of(a)
  expect(decorations.of(b)).toBeUndefined()
  await rest()
  expect(decorations.of(a)).toBe(first)
  decorations.marked.handle({ event: 'entity.updated' })
  await rest()
  expect(decorations.of(a)).toBe(first)
})

test('notes.column.1 the column of remarks tells in one text what people say, and the row is the same until that changes', async () => {
  const { decorations, rows } = await open()
  const [a, b] = rows
  const remarked = decorations.withRemarks(a)
  expect(remarked.attributes[remarksKey]).toBe('Ana: New pictures (2 in all) · To-do: Ask Nordlys')
  expect(decorations.withRemarks(a)).toBe(remarked)
  expect(decorations.withRemarks(b)).toBe(b)
})
