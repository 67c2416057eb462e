import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visiblePlace, WindowState } from './window-state.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vitrine-state-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const place = { x: 10, y: 20, width: 900, height: 700, maximized: false }

test('what one run remembers the next one knows', () => {
  const file = join(folder, 'desktop', 'windows.json')
  const state = new WindowState(file)
  state.rememberOpen(['a', 'b'])
  state.saveBounds('a', place)

  const next = new WindowState(file)
  expect({ open: next.open, place: next.placeOf('a') }).toEqual({ open: ['a', 'b'], place })
})

test.each([
  ['no JSON', '{'],
  ['another shape', '[]'],
  ['nonsense values', '{"open":[1],"places":{"a":{"x":"left"}}}'],
  ['a null place', '{"open":["a"],"places":{"a":null}}'],
])('a damaged file (%s) costs the remembered places only', (_name, text) => {
  const file = join(folder, 'windows.json')
  writeFileSync(file, text)
  const state = new WindowState(file)
  expect(state.placeOf('a')).toBeUndefined()
  state.rememberOpen(['b'])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ open: ['b'] })
})

test('a folder that cannot be written does not keep the app from running', () => {
  const file = join(folder, 'in-the-way')
  writeFileSync(file, '')
  expect(() => new WindowState(join(file, 'windows.json')).rememberOpen([])).not.toThrow()
})

const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }]

test.each([
  ['inside', place, true],
  ['half outside', { ...place, x: 1500 }, true],
  ['on a monitor that is gone', { ...place, x: 2500 }, false],
  ['above the screen', { ...place, y: -690 }, false],
])('a place %s', (_name, remembered, isUsed) => {
  expect(visiblePlace(remembered, screens)).toBe(isUsed ? remembered : undefined)
})
