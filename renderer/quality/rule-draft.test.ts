import { expect, test } from 'vitest'
import { checkKindNames, checkKinds, type QualityRule } from '#shared/quality.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { checkTexts } from './quality-texts.ts'
import { checkRule, newRule, toCheck, toRule, toRuleDraft, type RuleDraft } from './rule-draft.ts'

const stored: QualityRule = {
  id: '018f2f6e-0000-7000-8000-000000000001',
  key: 'title_length',
  name: 'Title fits Google',
  entity_type: 'product',
  severity: 'error',
  weight: 3,
  applies_to: 'filter%5Bstatus%5D=Published&filter%5Bprice%5D%5Bgt%5D=10',
  check: { kind: 'length', attributes: ['title'], min: 10, max: 150 },
  message: '{{sku}} is too long',
  enabled: true,
  origin: 'own',
  checked_at: null,
}

const draft: RuleDraft = { ...newRule('product'), name: 'A rule', attributes: ['title'] }

test('quality.rules.2 a stored rule is the same behind its draft', () => {
  const { key: _key, id: _id, enabled: _enabled, origin: _origin, checked_at: _at, ...written } = stored
  expect(toRule(toRuleDraft(stored))).toEqual(written)
})

test('quality.rules.2 the conditions of a rule are the query of the filter builder', () => {
  expect(toRuleDraft(stored).appliesTo.clauses).toEqual([
    { key: 'status', operator: 'eq', value: 'Published' },
    { key: 'price', operator: 'gt', value: '10' },
  ])
})

test.each(checkKindNames)('quality.rules.2 %s has words, and sends none but its own members', (kind) => {
  expect(checkTexts()[kind].help).toMatch(/\.$/)
  const members = { min: '1', pattern: 'a', words: 'x\n\n x \ny', formats: 'png', language: 'de', times: '3' }
  const check = toCheck({ ...draft, kind, members })
  const own = ['kind', 'attributes', ...Object.keys(checkKinds[kind].members)]
  expect(Object.keys(check).filter((member) => !own.includes(member))).toEqual([])
})

test('quality.rules.2 lists are entered line by line, once each', () => {
  expect(toCheck({ ...draft, kind: 'banned_words', members: { words: ' best \n\ncheap\nbest' } })).toEqual({
    kind: 'banned_words',
    attributes: ['title'],
    words: ['best', 'cheap'],
  })
})

test.each([
  ['a name', { name: ' ' }, 'name'],
  ['a weight in its bounds', { weight: '11' }, 'weight'],
  ['an attribute', { attributes: [] }, 'attributes'],
  ['a condition', { kind: 'filter', mustMatch: emptyGridQuery }, 'must_match'],
  ['a pattern', { kind: 'pattern', members: { pattern: ' ' } }, 'pattern'],
  ['some length', { kind: 'length', members: {} }, 'max'],
  ['limits in order', { kind: 'length', members: { min: '9', max: '3' } }, 'max'],
  ['numbers', { kind: 'length', members: { min: 'nine' } }, 'min'],
] as const)('quality.rules.2 a rule needs %s, and its editor says so there', (_what, part, place) => {
  const faults = checkRule({ ...draft, ...part })
  expect(Object.keys(faults)).toEqual([place])
})

test('quality.rules.2 conditions need no attribute', () => {
  const mustMatch = { ...emptyGridQuery, clauses: [{ key: 'price', operator: 'gt', value: '0' }] }
  expect(checkRule({ ...draft, kind: 'filter', attributes: [], mustMatch })).toEqual({})
})
