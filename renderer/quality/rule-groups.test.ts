import { expect, test } from 'vitest'
import type { QualityRule, Severity } from '#shared/quality.ts'
import { countRules, worklistOf } from './rule-groups.ts'

function rule(key: string, severity: Severity, attributes?: string[], enabled = true): QualityRule {
  return {
    id: key,
    key,
    name: key,
    entity_type: 'product',
    severity,
    weight: 1,
    applies_to: '',
    check: { kind: attributes ? 'required' : 'filter', ...(attributes && { attributes }) },
    message: '',
    enabled,
    origin: 'own',
    checked_at: null,
  }
}

const rules = [
  rule('few', 'warning', ['title']),
  rule('many', 'warning', ['price']),
  rule('worst', 'error', ['title']),
  rule('conditions', 'info'),
  rule('met', 'error', ['title']),
  rule('off', 'error', ['title'], false),
]
const summary = {
  score: 50,
  rules: [
    { rule: 'few', failing: 2, checked: 10 },
    { rule: 'many', failing: 7, checked: 10 },
    { rule: 'worst', failing: 1, checked: 10 },
    { rule: 'conditions', failing: 3, checked: 10 },
    { rule: 'met', failing: 0, checked: 10 },
    { rule: 'off', failing: 9, checked: 10 },
  ],
}
const counted = countRules(rules, summary)
const keysOf = (found: ReturnType<typeof worklistOf>) => found.map((each) => each.rule.key)

test('quality.findings.1 the most serious rules come first, then those that find most; met ones and those switched off are none', () => {
  expect(keysOf(worklistOf(counted, {}))).toEqual(['worst', 'many', 'few', 'conditions'])
})

test('quality.findings.1 a severity and an attribute narrow the rules; conditions may be about any attribute', () => {
  expect(keysOf(worklistOf(counted, { severity: 'warning' }))).toEqual(['many', 'few'])
  expect(keysOf(worklistOf(counted, { attribute: 'title' }))).toEqual(['worst', 'few', 'conditions'])
})

test('quality.rules.1 a rule that is switched off counts nothing', () => {
  expect(counted.at(-1)).toMatchObject({ failing: 0, checked: 0 })
})
