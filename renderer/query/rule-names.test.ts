import { afterEach, expect, test } from 'vitest'
import { messages } from '#shared/languages/de.ts'
import { nameFollowingRule, type QualityRule, shippedRuleNames } from '#shared/quality.ts'
import { setLanguage } from '../ui/text.ts'
import { inWords } from './page-filters.ts'

afterEach(() => setLanguage({ language: 'en', locale: 'en', messages: {} }))

const nameOf = (rule: Pick<QualityRule, 'key' | 'name' | 'origin'>) => inWords(rule as QualityRule).name

test('rules that nobody has named are called in the language of the app, those that somebody has named as they are', () => {
  setLanguage({ language: 'de', locale: 'de', messages })
  const shipped = Object.entries(shippedRuleNames).map(([key, name]) => ({
    key,
    name,
    origin: 'shipped' as const,
  }))
  expect(shipped.map(nameOf).filter((name, position) => name === shipped[position]?.name)).toEqual([])
  expect(
    nameOf({ key: 'channel:google', name: nameFollowingRule('channel', 'Google $&'), origin: 'channel' }),
  ).toBe('Verlangt von Google $&')
  expect(
    nameOf({ key: 'constraint:sku', name: nameFollowingRule('constraint', 'SKU'), origin: 'constraint' }),
  ).toBe('Vorgaben für SKU')
  expect(nameOf({ key: 'title_missing', name: 'No title', origin: 'shipped' })).toBe('No title')
  expect(nameOf({ key: 'title_missing', name: 'Title is missing', origin: 'own' })).toBe('Title is missing')
})
