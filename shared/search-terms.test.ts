import { expect, test } from 'vitest'
import { parseSearch } from './text.ts'

const partsOf = (text: string) =>
  parseSearch(text).map(({ text: part, keyed, isExcluded }) => {
    const shown = keyed ? `${keyed.key}=${keyed.value}` : part
    return isExcluded ? `without ${shown}` : shown
  })

test.each([
  ['', []],
  ['   ', []],
  ['oak', ['oak']],
  ['  terra   oak ', ['terra', 'oak']],
  ['oak oak', ['oak']],
  ['"nordvik terra" oak', ['nordvik terra', 'oak']],
  ['oak "nordvik te', ['oak', 'nordvik te']],
  ['12" pipe', ['12"', 'pipe']],
  ['"', ['"']],
  ['""', ['""']],
  ['terra -oak', ['terra', 'without oak']],
  ['terra -"solid oak"', ['terra', 'without solid oak']],
  ['ch-1 - 5', ['ch-1', '-', '5']],
  ['sku:ch-1', ['sku=ch-1']],
  ['sku:"ch 1" -vendor:nordvik', ['sku=ch 1', 'without vendor=nordvik']],
  ['sku: ch', ['sku:', 'ch']],
  ['https://a.example', ['https=//a.example']],
])('%j is %j', (text, parts) => {
  expect(partsOf(text)).toEqual(parts)
})

test('what is no key after all is looked for as it was written', () => {
  expect(parseSearch('at:9').map(({ text }) => text)).toEqual(['at:9'])
  expect(parseSearch('at:"9 a').map(({ text }) => text)).toEqual(['at:"9 a'])
})

test('a search of too many words or too many characters is one phrase', () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${index}`).join(' ')
  expect(partsOf(words)).toEqual([words])
  const long = `${'x'.repeat(399)} y`
  expect(partsOf(long)).toEqual([long])
})
