import { maxAcceptReason, maxRuleMessage } from '#shared/quality.ts'

const check = (kind: string, members: object) => ({ kind, attributes: ['name'], ...members })

export const refusedRules: Readonly<Record<string, unknown>> = {
  'applies_to not_a_defined_attribute': 'filter[nope]=1',
  'applies_to unknown_operator': 'filter[number][above]=1',
  'applies_to operator_not_supported_for_type': 'filter[flag][gt]=1',
  'check.kind invalid_value': { kind: 'x' },
  'check.must_match required': { kind: 'filter' },
  'check.must_match not_a_defined_attribute': { kind: 'filter', must_match: 'filter[nope]=1' },
  'check.attributes required': { kind: 'required' },
  'check.attributes[<n>] not_a_defined_attribute': { kind: 'required', attributes: ['nope'] },
  'check.attributes[<n>] invalid_value': { kind: 'outlier', attributes: ['name'] },
  'check.min out_of_range': check('length', { min: -1 }),
  'check.pattern required': check('pattern', {}),
  'check.pattern invalid_value': check('pattern', { pattern: '(' }),
  'check.values required': check('one_of', {}),
  'check.values expected_values': check('one_of', { values: [] }),
  'check.words required': check('banned_words', {}),
  'check.within not_a_defined_attribute': { kind: 'outlier', attributes: ['number'], within: 'nope' },
  'check.language invalid_value': check('spelling', { language: 'xx' }),
  'message not_a_defined_attribute': '{{nope}}',
  'message too_long': 'x'.repeat(maxRuleMessage + 1),
  'weight out_of_range': 11,
  'reason required': '',
  'reason too_long': 'x'.repeat(maxAcceptReason + 1),
}
