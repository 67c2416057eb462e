import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
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

test('broken code is still a program', () => {
  const unfit = mutations.flatMap(({ rule, file, find, replace }) => {
    const text = readFileSync(join(checkout, file), 'utf8').replace(find, () => replace)
    try {
      stripTypeScriptTypes(text)
      return []
    } catch (error) {
      return [`${rule} ${file}: ${String(error)}`]
    }
  })
  expect(unfit).toEqual([])
})

test('every mutation changes something about a rule that there is', () => {
  expect(mutations.filter(({ rule }) => !rules.includes(rule))).toEqual([])
  expect(mutations.filter(({ find, replace }) => find === replace)).toEqual([])
})

test('three rules of four have a mutation', () => {
  expect(new Set(mutations.map(({ rule }) => rule)).size).toBeGreaterThan(0.75 * rules.length)
})
