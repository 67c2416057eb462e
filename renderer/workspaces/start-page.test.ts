import { expect, test } from 'vitest'
import { freeName, nameOfFile } from './start-page.tsx'

const workspace = (name: string) => ({ id: name, name, file: `/${name}.vitrine` })

test.each([
  ['Spring', [], 'Spring'],
  ['Spring', ['spring '], 'Spring 2'],
  ['Spring', ['Spring', 'SPRING 2'], 'Spring 3'],
])('%s beside %j becomes %s', (requested, taken, expected) => {
  expect(freeName(requested, taken.map(workspace))).toBe(expected)
})

test.each([
  ['products.csv', 'products'],
  ['spring.2026.csv', 'spring.2026'],
  ['.csv', 'Imported catalog'],
])('%s names the workspace %s', (file, expected) => {
  expect(nameOfFile(file)).toBe(expected)
})
