import { expect, test } from 'vitest'
import { scopes } from '#shared/scopes.ts'
import { describeScopes, presetScopes, scopeGroups } from './scope-table.tsx'

test('every scope of the taxonomy stands in exactly one group', () => {
  expect(scopeGroups.flatMap((group) => group.scopes).toSorted()).toEqual(scopes.toSorted())
})

test.each([
  [scopes, 'Everything'],
  [presetScopes.read, 'Read everything'],
  [['write:products', 'read:products', 'read:jobs'], 'Products: read, write · Jobs: read'],
  [[], ''],
])('%j reads as "%s"', (granted, words) => {
  expect(describeScopes(granted)).toBe(words)
})
