import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from './mutations.ts'
import { occurrences, rulesOf } from './rules.ts'

const checkout = join(import.meta.dirname, '../..')
const rules = rulesOf(checkout)

test.each(mutations)('$rule breaks $file at one place: $find', ({ rule, file, find, replace }) => {
  expect(rules).toContain(rule)
  expect(existsSync(join(checkout, file))).toBe(true)
  expect(occurrences(readFileSync(join(checkout, file), 'utf8'), find)).toBe(1)
  expect(replace).not.toBe(find)
})

test('every group of rules has mutations', () => {
  const groupsOf = (list: readonly string[]) => new Set(list.map((rule) => rule.split('-')[0]))
  const broken = groupsOf(mutations.map(({ rule }) => rule))
  expect([...groupsOf(rules)].filter((group) => !broken.has(group))).toEqual([])
})
