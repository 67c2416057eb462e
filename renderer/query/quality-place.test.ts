import { expect, test } from 'vitest'
import { createPlace, parsePlace, toSearch, type Place } from './place.ts'
import { qualityTabs } from './quality-place.ts'

test.each(qualityTabs)('the tab %s of the quality page is in its address', (tab) => {
  const place: Place = { ...createPlace('w1', 'quality'), quality: { tab, type: 'vendor' } }
  expect(toSearch(place)).toBe(`?workspace=w1&view=quality&tab=${tab}&type=vendor`)
  expect(parsePlace(toSearch(place))).toEqual(place)
})

test('what narrows the findings is in the address', () => {
  const quality = { severity: 'error', attribute: 'gtin', rule: 'gtin_valid', accepted: 'yes' } as const
  const place: Place = { ...createPlace('w1', 'quality'), quality }
  expect(parsePlace(toSearch(place))).toEqual(place)
})

test('what scores are grouped by is in the address', () => {
  const place: Place = { ...createPlace('w1', 'quality'), quality: { tab: 'score', by: 'vendor' } }
  expect(parsePlace(toSearch(place))).toEqual(place)
})

test('what an address of the quality page cannot mean is left out', () => {
  const search = '?view=quality&tab=nonsense&type=nothing&severity=fatal&accepted=maybe&rule='
  expect(parsePlace(search).quality).toEqual({})
})
