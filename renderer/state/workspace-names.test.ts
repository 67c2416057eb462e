import { expect, test } from 'vitest'
import { freeName } from './workspace-names.ts'

const workspace = (name: string) => ({ id: name, name, file: `/${name}.vitrine` })

test.each([
  ['Spring', [], 'Spring'],
  ['Spring', ['spring '], 'Spring 2'],
  ['Spring', ['Spring', 'SPRING 2'], 'Spring 3'],
])('%s beside %j becomes %s', (requested, taken, expected) => {
  expect(freeName(requested, taken.map(workspace))).toBe(expected)
})
