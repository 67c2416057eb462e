import { expect, test } from 'vitest'
import { listTopics } from './help-topics.ts'
import { searchHelp } from './help-page.tsx'

const topics = listTopics([
  { name: 'Editing', shortcuts: [{ keys: ['Ctrl+D', 'Ctrl+R'], does: 'Fill down or to the right' }] },
])
const found = (text: string) =>
  searchHelp(topics, text).map(({ topic, text: line }) => `${topic.id}: ${line}`)

test('the help has the guides, every formula as documented, and the shortcuts', () => {
  const ids = topics.map(({ id }) => id)
  expect(ids).toContain('first-steps')
  expect(ids.slice(-2)).toEqual(['formulas', 'keyboard-shortcuts'])
  expect(new Set(ids).size).toBe(ids.length)
  expect(topics.every(({ blocks }) => blocks.length > 0)).toBe(true)
})

test('a formula is found by its name and by what it does, a shortcut by its keys and by what it does', () => {
  expect(found('dateadd')[0]).toMatch(/^formulas: DATEADD\(/)
  expect(found('rounds zero')[0]).toMatch(/^formulas: ROUND/)
  expect(found('fill down')).toContain('keyboard-shortcuts: Ctrl+D Ctrl+R – Fill down or to the right')
  expect(found('ctrl+d')[0]).toMatch(/^keyboard-shortcuts:/)
})

test('all words have to be there; of nothing nothing is found', () => {
  expect(found('dateadd giraffe')).toEqual([])
  expect(found('  ')).toEqual([])
  expect(found('Undo IMPORT').length).toBeGreaterThan(0)
})
