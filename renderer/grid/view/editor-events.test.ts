import { expect, test } from 'vitest'
import { toChord } from '../../ui/kbd.tsx'

const press = (
  key: string,
  more: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; shiftKey?: boolean } = {},
) => toChord({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test.each([
  [press('ArrowDown'), 'ArrowDown'],
  [press('a', { ctrlKey: true }), 'Ctrl+A'],
  [press('a', { metaKey: true }), 'Ctrl+A'],
  [press('+', { ctrlKey: true, shiftKey: true }), 'Ctrl+Shift++'],
  [press(' '), 'Space'],
  [press('Enter', { altKey: true }), 'Alt+Enter'],
])('a key with its modifiers is spelled %s', (chord, expected) => {
  expect(chord).toBe(expected)
})
