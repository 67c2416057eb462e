import { expect, test } from 'vitest'
import { nameOfFile } from './start-page.tsx'

test.each([
  ['products.csv', 'products'],
  ['spring.2026.csv', 'spring.2026'],
  ['.csv', 'Imported catalog'],
])('%s names the workspace %s', (file, expected) => {
  expect(nameOfFile(file)).toBe(expected)
})
