import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const spec = readFileSync(`${folder}/SPEC.md`, 'utf8')
const numbers = [...spec.matchAll(/^- `\[([A-Z]+-\d\d)\]` /gm)].map(([, number]) => number as string)

const citations = new Map<string, string[]>()
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.test.ts')) continue
  const text = readFileSync(`${folder}/${file}`, 'utf8')
  for (const [, number = ''] of text.matchAll(/\[([A-Z]+-\d\d)\](?=[^\n]*['"`])/g))
    citations.set(number, [...(citations.get(number) ?? []), file])
}

test('every rule of SPEC.md is cited by a test', () => {
  expect(numbers.length).toBeGreaterThan(150)
  expect(numbers.filter((number) => !citations.has(number))).toEqual([])
})

test('every citation names a rule', () => {
  const unknown = [...citations].filter(([number]) => !numbers.includes(number))
  expect(Object.fromEntries(unknown)).toEqual({})
})

test('numbers are unique, and those of a group stand together and in order', () => {
  const counts: Record<string, number> = {}
  const groups: string[] = []
  for (const number of numbers) {
    const [group = '', digits] = number.split('-')
    counts[group] = (counts[group] ?? 0) + 1
    expect([number, Number(digits)]).toEqual([number, counts[group]])
    if (groups.at(-1) !== group) groups.push(group)
  }
  expect(new Set(groups).size).toBe(groups.length)
})

test('every line of the list is a numbered rule', () => {
  const items = spec.split('\n').filter((line) => line.startsWith('- '))
  expect(items.filter((line) => !/^- `\[[A-Z]+-\d\d\]` \S.*\.$/.test(line))).toEqual([])
})
