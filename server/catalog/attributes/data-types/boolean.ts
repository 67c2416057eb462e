import type { ScalarRules } from './scalar-rules.ts'

export const booleanRules: ScalarRules = {
  parse: (input) => (typeof input === 'boolean' ? { value: input } : { issue: 'expected_boolean' }),
  toNorm: (value) => (value === true ? 1 : 0),
}
