import { expect, test } from 'vitest'
import { isChosen, noChoice, readChoice, toFacetParams, withChoice, withoutChoice } from './facets.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'

const clause = (key: string, operator: string, value: string) => ({ key, operator, value })
const query: GridQuery = { ...emptyGridQuery, clauses: [clause('title', 'contains', 'oak')] }
const include = (...included: (string | null)[]) => ({ ...noChoice, included })

test('one value is a clause, several are a list, and what a list cannot hold is a group', () => {
  expect(withChoice(query, 'brand', include('Nord'), true).clauses).toEqual([
    ...query.clauses,
    clause('brand', 'eq', 'Nord'),
  ])
  expect(withChoice(query, 'brand', include('Nord', 'Süd'), true).clauses.at(-1)).toEqual(
    clause('brand', 'in', 'Nord,Süd'),
  )
  for (const [choice, hasLists] of [
    [include('Oak, ash', 'Süd'), true],
    [include('Nord', null), true],
    [include('true', 'false'), false],
  ] as const) {
    const { clauses, groups } = withChoice(query, 'brand', choice, hasLists)
    expect(clauses).toEqual(query.clauses)
    expect(groups).toMatchObject([{ join: 'or', groups: [] }])
    expect(groups[0]?.clauses).toHaveLength(2)
  }
})

test('what was chosen is read back, and cleared without the rest', () => {
  for (const choice of [
    include('Nord'),
    include('Nord', 'Süd'),
    include('Oak, ash', null),
    { ...noChoice, excluded: ['Nord', null] },
    { ...noChoice, range: { from: '5', to: '10', isToIncluded: false } },
    { ...noChoice, range: { from: undefined, to: '10', isToIncluded: true } },
  ]) {
    const chosen = withChoice(query, 'brand', choice, true)
    expect(readChoice(chosen, 'brand')).toEqual(choice)
    expect(isChosen(readChoice(chosen, 'title'))).toBe(false)
    expect(withoutChoice(chosen, 'brand')).toEqual(query)
    expect(withChoice(chosen, 'brand', noChoice, true)).toEqual(query)
  }
})

test('conditions of which any may hold stay together beside what is chosen', () => {
  const either: GridQuery = {
    ...emptyGridQuery,
    join: 'or',
    clauses: [clause('brand', 'eq', 'Nord'), clause('price', 'gte', '5')],
  }
  expect(readChoice(either, 'brand')).toEqual(noChoice)
  const chosen = withChoice(either, 'brand', include('Süd'), true)
  expect(chosen).toMatchObject({
    join: 'and',
    clauses: [clause('brand', 'eq', 'Süd')],
    groups: [{ join: 'or', clauses: either.clauses }],
  })
  expect(readChoice(chosen, 'brand')).toEqual(include('Süd'))
  const twice = withChoice(either, 'brand', include('Oak, ash', 'Süd'), true)
  expect(twice.groups).toHaveLength(2)
  expect(readChoice(twice, 'brand').included).toEqual(['Oak, ash', 'Süd'])
})

test('a request names choices under the keys of facets apart from the filter', () => {
  const chosen = withChoice(
    withChoice({ ...query, q: 'chair' }, 'brand', include('Oak, ash', 'Süd'), true),
    'price',
    { ...noChoice, range: { from: '5', to: undefined, isToIncluded: false } },
    false,
  )
  const own = {
    or: [
      { attribute: 'brand', operator: 'eq', value: 'Oak, ash' },
      { attribute: 'brand', operator: 'eq', value: 'Süd' },
    ],
  }
  expect(toFacetParams(chosen, ['brand', 'price', 'brand'])).toEqual([
    ['filter[title][contains]', 'oak'],
    ['q', 'chair'],
    ['choice', JSON.stringify(own)],
    ['choice[price][gte]', '5'],
  ])
  expect(toFacetParams(chosen, ['price']).map(([name]) => name)).toEqual([
    'filter',
    'q',
    'choice[price][gte]',
  ])
})
