import { expect, test } from 'vitest'
import { createPagePlace, createPlace, parsePlace, toPageParams, toSearch, type Place } from './place.ts'

test('an address without parameters leads to the products', () => {
  expect(parsePlace('')).toEqual({
    workspaceId: undefined,
    view: 'product',
    query: { sort: [], clauses: [], groups: [], join: 'and', q: '' },
  })
})

test('the address that the desktop shell opens names the workspace only', () => {
  expect(parsePlace('?workspace=w1')).toEqual(createPlace('w1'))
})

test('a place survives the way through its address', () => {
  const place: Place = {
    workspaceId: 'w1',
    view: 'category',
    query: {
      sort: [{ key: 'updated_at', descending: true }],
      groups: [],
      clauses: [{ key: 'name', operator: 'contains', value: 'a=b&c' }],
      join: 'and',
      q: '50 %',
    },
  }
  expect(parsePlace(toSearch(place))).toEqual(place)
})

test('a saved view stands in the address, with what was changed of it', () => {
  const place: Place = { ...createPlace('w1'), savedView: 'v1' }
  expect(toSearch(place)).toBe('?workspace=w1&view=products&saved=v1')
  expect(parsePlace(toSearch(place))).toEqual(place)
})

test('the pages of the keys and channels carry no filter', () => {
  const query = { ...createPlace('w1').query, q: 'chair' }
  expect(toSearch({ workspaceId: 'w1', view: 'channels', query })).toBe('?workspace=w1&view=channels')
  expect(toSearch({ workspaceId: 'w1', view: 'api', query })).toBe('?workspace=w1&view=api')
})

test('the categories of a channel have an address of their own, on the page of the channels alone', () => {
  const place = createPagePlace('w1', 'channels', { categories: 'shopify' })
  expect(toSearch(place)).toBe('?workspace=w1&view=channels&categories=shopify')
  expect(parsePlace(toSearch(place))).toEqual(place)
  expect(toSearch(createPlace('w1', 'trash'))).toBe('?workspace=w1&view=trash')
})

test('what is undefined does not stand in the address of a page', () => {
  expect(toPageParams({ status: 'all', q: undefined })).toEqual({ status: 'all' })
})

test('what the address of a page says beside its name is kept as texts, and nothing of a list', () => {
  expect(parsePlace('?workspace=w1&view=help&topic=imports')).toEqual(
    createPagePlace('w1', 'help', { topic: 'imports' }),
  )
})
