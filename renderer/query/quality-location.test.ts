import { expect, test } from 'vitest'
import { createPageLocation, parseLocation, toSearch } from './location.ts'
import { qualityTabs, readQualityLocation, type QualityLocation } from './page-filters.ts'

function readBack(quality: QualityLocation): QualityLocation {
  const { params } = parseLocation(toSearch(createPageLocation('w1', 'quality', quality)))
  return readQualityLocation(new URLSearchParams(params))
}

test.each(qualityTabs)('the tab %s of the quality page is in its address', (tab) => {
  const location = createPageLocation('w1', 'quality', { tab, type: 'vendor' })
  expect(toSearch(location)).toBe(`?workspace=w1&view=quality&tab=${tab}&type=vendor`)
  expect(readBack({ tab, type: 'vendor' })).toEqual({ tab, type: 'vendor' })
})

test('what narrows the findings is in the address', () => {
  const quality = { severity: 'error', attribute: 'gtin', rule: 'gtin_valid', accepted: 'yes' } as const
  expect(readBack(quality)).toEqual(quality)
})

test('what scores are grouped by is in the address', () => {
  expect(readBack({ tab: 'score', by: 'vendor' })).toEqual({ tab: 'score', by: 'vendor' })
})

test('what an address of the quality page cannot mean is left out', () => {
  const search = 'tab=nonsense&type=nothing&severity=fatal&accepted=maybe&rule='
  expect(readQualityLocation(new URLSearchParams(search))).toEqual({})
})
