import { expect, test } from 'vitest'
import { evidenceStateOf } from './evidence-list.tsx'

const quote = (source: string, verified: boolean) => ({ source, quote: 'oak', verified })

test.each([
  ['none', []],
  ['verified', [quote('attribute:a', true), quote('web:https://a', false)]],
  ['partly', [quote('attribute:a', true), quote('source:b', false)]],
  ['wrong', [quote('attribute:a', false), quote('image:1', false)]],
  ['unchecked', [quote('image:1', false)]],
] as const)('%s', (state, evidence) => {
  expect(evidenceStateOf(evidence)).toBe(state)
})
