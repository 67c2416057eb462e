import { expect, test } from 'vitest'
import { gridChords } from '../grid/view/editor-events.ts'
import { shortcutGroups } from './shortcut-list.ts'

/** Keys that the browser, the clipboard or an open editor handles. */
const elsewhere = new Set([
  'Type',
  'Tab … Enter',
  'Ctrl+C',
  'Ctrl+X',
  'Ctrl+V',
  'Arrow keys',
  'Alt+Up',
  'Alt+Down',
])
const ofTheGrid = ['Moving in the grid', 'Selecting', 'Editing', 'Rows and details']

test('what the sheet tells of the grid, the grid does', () => {
  const listed = shortcutGroups()
    .filter(({ name }) => ofTheGrid.includes(name))
    .flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys))
    .filter((key) => !elsewhere.has(key))
    .map((key) => key.replace(/Arrow$/, 'ArrowDown').replace(/^Esc$/, 'Escape'))
  expect(listed.length).toBeGreaterThan(20)
  expect(listed.filter((key) => !gridChords.has(key))).toEqual([])
})

test('what the sheet tells is told once in each group', () => {
  for (const { shortcuts } of shortcutGroups()) {
    const texts = shortcuts.map(({ does }) => does)
    expect(new Set(texts).size).toBe(texts.length)
  }
})
