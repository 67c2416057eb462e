import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations, type Mutation } from './mutations.ts'
import { occurrences, rulesOf } from './rules.ts'

const checkout = join(import.meta.dirname, '../..')
const rules = rulesOf(checkout)

function placesOf({ file, find }: Mutation): number {
  const path = join(checkout, file)
  return existsSync(path) ? occurrences(readFileSync(path, 'utf8'), find) : 0
}

test('every text to break stands exactly once in its file', () => {
  const lost = mutations.filter((mutation) => placesOf(mutation) !== 1)
  expect(lost.map(({ rule, file, find }) => `${rule} ${file}: ${find}`)).toEqual([])
})

test('every mutation changes something about a rule that there is', () => {
  expect(mutations.filter(({ rule }) => !rules.includes(rule))).toEqual([])
  expect(mutations.filter(({ find, replace }) => find === replace)).toEqual([])
})

test('every group of rules has mutations, and at least three rules of four', () => {
  const groupsOf = (list: readonly string[]) => new Set(list.map((rule) => rule.split('-')[0]))
  const broken = new Set(mutations.map(({ rule }) => rule))
  expect(groupsOf([...broken])).toEqual(groupsOf(rules))
  expect(broken.size).toBeGreaterThan(0.75 * rules.length)
})
