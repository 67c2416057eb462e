import { expect, test } from 'vitest'
import {
  createPageLocation,
  createLocation,
  parseLocation,
  toPageParams,
  toSearch,
  type PageLocation,
} from './location.ts'

test('an address without parameters leads to the products', () => {
  expect(parseLocation('')).toEqual({
    workspaceId: undefined,
    view: 'product',
    query: { sort: [], clauses: [], groups: [], join: 'and', q: '' },
  })
})

test('the address that the desktop shell opens names the workspace only', () => {
  expect(parseLocation('?workspace=w1')).toEqual(createLocation('w1'))
})

test('a place survives the way through its address', () => {
  const location: PageLocation = {
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
  expect(parseLocation(toSearch(location))).toEqual(location)
})

test('a saved view stands in the address, with what was changed of it', () => {
  const location: PageLocation = { ...createLocation('w1'), savedView: 'v1' }
  expect(toSearch(location)).toBe('?workspace=w1&view=products&saved=v1')
  expect(parseLocation(toSearch(location))).toEqual(location)
})

test('the pages of the keys and channels carry no filter', () => {
  const query = { ...createLocation('w1').query, q: 'chair' }
  expect(toSearch({ workspaceId: 'w1', view: 'channels', query })).toBe('?workspace=w1&view=channels')
  expect(toSearch({ workspaceId: 'w1', view: 'api', query })).toBe('?workspace=w1&view=api')
})

test('each part of a channel has an address of its own, on the page of the channels alone', () => {
  const location = createPageLocation('w1', 'channels', { channel: 'shopify', tab: 'categories' })
  expect(toSearch(location)).toBe('?workspace=w1&view=channels&channel=shopify&tab=categories')
  expect(parseLocation(toSearch(location))).toEqual(location)
  expect(toSearch(createLocation('w1', 'trash'))).toBe('?workspace=w1&view=trash')
})

test('what is undefined does not stand in the address of a page', () => {
  expect(toPageParams({ status: 'all', q: undefined })).toEqual({ status: 'all' })
})

test('what the address of a page says beside its name is kept as texts, and nothing of a list', () => {
  expect(parseLocation('?workspace=w1&view=help&topic=imports')).toEqual(
    createPageLocation('w1', 'help', { topic: 'imports' }),
  )
})
