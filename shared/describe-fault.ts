import { type FieldError, issueCodes, type IssueCode, isIssueCode } from './errors.ts'
import { guess } from './nearest.ts'

/** A fault in words for people who read no issue codes: what is wrong and what would pass. The place is not in it. */
export function explainFault(fault: FieldError): string {
  const { issue, message, expected, did_you_mean: meant, acceptable_values: allowed = [] } = fault
  const sentence =
    message ?? (isIssueCode(issue) ? sentenceOf(issue, expected !== undefined || allowed.length > 0) : issue)
  return [
    sentence.replaceAll('`', ''),
    ...(expected === undefined ? [] : [describeExpected(expected)]),
    ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
    ...(allowed.length === 0 ? [] : [`Allowed: ${firstOf(allowed)}.`]),
  ].join(' ')
}

/** The sentence of a fault that is kept without what would pass: undefined where its issue says all. */
export function sentenceOfFault(fault: FieldError): string | undefined {
  const { message, expected, did_you_mean: meant, acceptable_values: allowed } = fault
  const hasMore = expected !== undefined || meant !== undefined || allowed !== undefined
  return hasMore ? explainFault(fault) : message
}

/** A fault in words with its place in front. */
export function describeFault(fault: FieldError): string {
  return `${fault.field}: ${explainFault(fault)}`
}

/** The first fault in words, and how many more there are: what an answer says where it can say one thing only. */
export function describeFaults(faults: readonly FieldError[]): string {
  const [first, ...more] = faults
  if (first === undefined) return 'The request is not valid.'
  const rest = more.length === 1 ? 'one more fault' : `${more.length} more faults`
  return `${describeFault(first)}${more.length === 0 ? '' : ` There ${more.length === 1 ? 'is' : 'are'} ${rest} in field_errors.`}`
}

const maxListed = 12

function firstOf(values: readonly string[]): string {
  const more = values.length - maxListed
  return values.slice(0, maxListed).map(quoteSign).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** A comma among others would be no value to the eye. */
function quoteSign(value: string): string {
  return /[\p{L}\p{N}]/u.test(value) ? value : JSON.stringify(value)
}

/** Of a name that is none of those known: the one that was probably meant, else which there are. */
export function describeUnknown(
  what: 'field' | 'query parameter',
  name: string,
  known: readonly string[],
): Pick<FieldError, 'did_you_mean' | 'message'> {
  const meant = guess(name, known)
  if (meant.did_you_mean !== undefined || known.length === 0) return meant
  return { message: `This ${what} is not known here. Known are ${firstOf(known)}.` }
}

// What is expected says the rest.
const shortSentences: Partial<Record<IssueCode, string>> = {
  out_of_range: 'The value is out of range.',
  expected_non_negative_integer: 'The value is not written in digits only, such as 50.',
  unknown_operator: 'There is no such operator here.',
  too_short: 'The text is too short.',
  too_long: 'The value is too long.',
  pattern_mismatch: 'The text does not have the form that the attribute asks for.',
  too_many_values: 'These are too many.',
  not_an_acceptable_value: 'The value is not among the options.',
}

function sentenceOf(issue: IssueCode, saysWhatPasses: boolean): string {
  const short = saysWhatPasses ? shortSentences[issue] : undefined
  const remedy = saysWhatPasses ? undefined : remedies[issue]
  return [short ?? issueCodes[issue], ...(remedy === undefined ? [] : [remedy])].join(' ')
}

/** What to do, where the sentence of a code only says what is wrong. */
const remedies: Partial<Record<IssueCode, string>> = {
  expected_non_negative_integer: 'Send digits only, such as 50.',
  not_a_defined_attribute: 'GET /attributes lists the keys.',
  unknown_operator:
    'Use eq, ne, contains, not_contains, starts_with, ends_with, gt, gte, lt, lte, exists or in.',
  expected_values: 'Send at least one.',
  expected_uuid: 'Look the id up in the list of the type.',
  expected_date: 'Send one such as 2026-01-31.',
  not_selectable_inverse_reference: 'Leave it out.',
  expected_uuid_or_null: 'Look the id up in the list of the type.',
  expected_uuid_array: 'Look the ids up in the list of the type.',
  expected_number: 'Send a number such as 129.5.',
  expected_url: 'Send a whole address such as https://example.com/page.',
  expected_json: 'Send a text such as {"width": 40}.',
  required: 'Send one that is not blank.',
  self_reference: 'Name another parent, or null.',
  not_a_text_attribute: 'Name one such as sku.',
  not_a_reference_attribute: 'Name one whose data type is a reference.',
  expected_scalar: 'Send a text, a number, true, false or null.',
  not_sortable: 'Sort by another attribute.',
  read_only_attribute: 'Leave it out.',
  referenced_entity_not_found: 'Check the id and its type.',
  merge_key_value_required: 'Send one in attributes.',
  invalid_check_digit: 'Check the digits.',
}

function describeExpected(expected: NonNullable<FieldError['expected']>): string {
  const { min, max, decimals, min_length, max_length, max_items, pattern, operators } = expected
  const told = [
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(decimals === undefined ? [] : [decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`]),
    ...(min_length === undefined ? [] : [`at least ${min_length} characters`]),
    ...(max_length === undefined ? [] : [`at most ${max_length} characters`]),
    ...(max_items === undefined ? [] : [`at most ${max_items} values`]),
    ...(pattern === undefined ? [] : [`the pattern ${pattern}`]),
    ...(operators === undefined ? [] : [`one of the operators ${operators.join(', ')}`]),
  ]
  return `Expected ${told.join(', ')}.`
}
