import { expect, test } from 'vitest'
import { findCorrectedWords, findWords, misspelledWords, searchedWords } from './found-words.ts'

test('words, phrases and what stands behind a key are wanted, without marks; what is excluded is not', () => {
  expect(searchedWords('Crème "Brûlée" -Ärger')).toEqual(['creme', 'brulee'])
  expect(searchedWords('Oak "Round Table" -red sku:CH-1 oak')).toEqual(['oak', 'round table', 'ch-1'])
  expect(searchedWords('  ')).toEqual([])
})

test.each([
  ['Oak table, oak leg', ['oak'], ['Oak', 'oak']],
  ['Nordvik Terra', ['terra', 'nord'], ['Nord', 'Terra']],
  ['Terracotta', ['terra', 'racotta'], ['Terracotta']],
  ['Große Straße 5', ['strasse'], ['Straße']],
  ['Große Straße 5', ['5'], ['5']],
  ['ÅLESUND', ['alesund'], ['ÅLESUND']],
  ['Café noir', ['cafe'], ['Café']],
  ['Cafe\u0301 noir', ['cafe'], ['Cafe\u0301']],
  ['Ærø, Łódź', ['aero', 'lodz'], ['Ærø', 'Łódź']],
  ['Chair', ['oak'], []],
])('in %j %j stand as %j', (text, words, marked) => {
  expect(findWords(text, words).map(([from, to]) => text.slice(from, to))).toEqual(marked)
})

test('what is typed with a typo marks what was meant, where nothing in sight is spelled so', () => {
  const texts = ['Nordvik Terra', 'Literature']
  expect(misspelledWords('Nordvk "tera" -tera sku:tera Tera terra m2', texts)).toEqual(['nordvk', 'tera'])
  expect(misspelledWords('tera', [...texts, 'Tera'])).toEqual([])
  const marked = findCorrectedWords('Nordvik TERRACOTTA, Literature', ['nordvk', 'tera'])
  expect(marked).toEqual([
    [0, 7],
    [8, 13],
  ])
})
