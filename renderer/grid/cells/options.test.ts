import { expect, test } from 'vitest'
import { colourNamed, swatchesOf } from './options.tsx'

test.each([
  ['#1B2A4E', '#1b2a4e'],
  ['#fff', '#fff'],
  ['Navy', '#1b2a4e'],
  ['Navy Blue', '#1b2a4e'],
  ['Grün', '#388e3c'],
  ['Weiß', '#ffffff'],
  ['WEISS', '#ffffff'],
  ['off-white', '#fff8e1'],
  ['Hellblau', 'color-mix(in oklab, #1976d2, white 45%)'],
  ['light grey', 'color-mix(in oklab, #808080, white 45%)'],
  ['Dark green', 'color-mix(in oklab, #388e3c, black 40%)'],
])('%s looks like %s', (text, colour) => {
  expect(colourNamed(text)).toBe(colour)
})

test.each(['Oak', 'Blueberry', '#12', 'red; background: url(x)', 'Oak red', 'Light', 'Red Hot Chili', ''])(
  '%j names no colour',
  (text) => expect(colourNamed(text)).toBeUndefined(),
)

test('options have swatches where most of them name colours', () => {
  expect([...swatchesOf(['Red', 'Blue', 'Oak']).keys()]).toEqual(['Red', 'Blue'])
  expect(swatchesOf(['Apple', 'Orange', 'Lime']).size).toBe(0)
  expect(swatchesOf([]).size).toBe(0)
})
