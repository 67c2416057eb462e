import { type FieldError, type IssueCode, type IssueSentence, isIssueCode } from './errors.ts'
import {
  asMessage,
  isMessageCode,
  listed,
  message,
  type Message,
  readSentence,
  referenceOf,
  type Sentence,
  sentences,
  textOf,
} from './messages/message.ts'
import { guess } from './nearest.ts'
import type { RowError } from './jobs.ts'

export function issueSentence(sentence: Sentence): Pick<FieldError, 'message_code' | 'values'> & {
  readonly issue: IssueSentence
} {
  return { issue: textOf(sentence) as IssueSentence, ...referenceOf(sentence) }
}

export const unknownFieldIssue = issueSentence(message('schema.unknown_field')).issue

/**
 * Explains a fault to people who read no issue codes: the fault and the acceptable values, without the
 * field.
 */
export function explainFault(fault: FieldError): Sentence {
  const { issue, expected, did_you_mean: meant, acceptable_values: allowed = [] } = fault
  const words = readSentence(fault.message ?? issue, fault)
  const isCode = fault.message === undefined && isIssueCode(issue)
  return sentences(
    withoutMarks(isCode ? describeIssue(issue, expected !== undefined || allowed.length > 0) : words),
    ...(expected === undefined ? [] : [describeExpected(expected)]),
    ...(meant === undefined ? [] : [message('fault.did_you_mean', { meant })]),
    ...(allowed.length === 0 ? [] : [message('fault.allowed', { values: firstOf(allowed) })]),
  )
}

/** Returns the issue of a fault in words, where its code alone is not enough. */
export function issueInWords(
  fault: FieldError,
): Pick<FieldError, 'issue' | 'message' | 'message_code' | 'values'> {
  const { issue, message, message_code, values, expected, did_you_mean: meant, acceptable_values } = fault
  if (expected !== undefined || meant !== undefined || acceptable_values !== undefined)
    return { issue, ...asMessage(explainFault(fault)) }
  return {
    issue,
    ...(message !== undefined && { message }),
    ...(message_code !== undefined && { message_code }),
    ...(values !== undefined && { values }),
  }
}

export function describeFault(fault: FieldError): Message {
  return message('text.at_place', { place: fault.field, sentence: explainFault(fault) })
}

/** Explains the first fault, and the number of others, for answers with a single sentence. */
export function describeFaults(faults: readonly FieldError[]): Message {
  const [first, ...more] = faults
  if (first === undefined) return message('request.not_valid')
  const sentence = describeFault(first)
  return more.length === 0 ? sentence : message('fault.and_more', { sentence, count: more.length })
}

const maxListed = 12

function firstOf(all: readonly string[]): Sentence {
  const values = all.slice(0, maxListed).map(quoteSign).join(', ')
  const count = all.length - maxListed
  return count > 0 ? message('text.and_more', { values, count }) : values
}

/** Quotes a value without letters or digits: a comma among commas would be invisible. */
function quoteSign(value: string): string {
  return /[\p{L}\p{N}]/u.test(value) ? value : JSON.stringify(value)
}

/** Suggests the probable name for an unknown one, else lists the known ones. */
export function describeUnknown(
  what: 'field' | 'query parameter',
  name: string,
  known: readonly string[],
): Pick<FieldError, 'did_you_mean' | 'message'> {
  const meant = guess(name, known)
  if (meant.did_you_mean !== undefined || known.length === 0) return meant
  return { message: `This ${what} is not known here. Known are ${textOf(firstOf(known))}.` }
}

/** Returns the sentence of an issue code: short with the acceptable values, otherwise with the remedy. */
function describeIssue(issue: IssueCode, saysWhatPasses: boolean): Sentence {
  const [short, remedy] = [`issue_short.${issue}`, `remedy.${issue}`]
  if (saysWhatPasses) return message(isMessageCode(short) ? short : `issue.${issue}`)
  return sentences(message(`issue.${issue}`), ...(isMessageCode(remedy) ? [message(remedy)] : []))
}

export function sentenceOfIssue(fault: FieldError): Sentence {
  const { issue } = fault
  return withoutMarks(isIssueCode(issue) ? message(`issue.${issue}`) : readSentence(issue, fault))
}

function withoutMarks(sentence: Sentence): Sentence {
  if (typeof sentence === 'string') return sentence.replaceAll('`', '')
  return { ...sentence, message: sentence.message.replaceAll('`', '') }
}

function describeExpected(expected: NonNullable<FieldError['expected']>): Message {
  const { min, max, decimals, min_length, max_length, max_items, pattern, operators } = expected
  const [first = '', ...others] = [
    ...(min === undefined ? [] : [message('fault.at_least', { min })]),
    ...(max === undefined ? [] : [message('fault.at_most', { max })]),
    ...(decimals === undefined ? [] : [describeDecimals(decimals)]),
    ...(min_length === undefined ? [] : [message('fault.at_least_characters', { count: min_length })]),
    ...(max_length === undefined ? [] : [message('fault.at_most_characters', { count: max_length })]),
    ...(max_items === undefined ? [] : [message('fault.at_most_values', { count: max_items })]),
    ...(pattern === undefined ? [] : [message('fault.the_pattern', { pattern })]),
    ...(operators === undefined
      ? []
      : [message('fault.one_of_operators', { operators: operators.join(', ') })]),
  ]
  return message('fault.expected', { what: listed(first, ...others) })
}

function describeDecimals(count: number): Message {
  return count === 0 ? message('fault.no_decimals') : message('fault.at_most_decimals', { count })
}

const decimalComma = /^\s*[+-]?\d+,\d+\s*$/
// A number with a leading or trailing word or symbol, which is read and has another unit than its column.
const numberWithUnit = /^\s*(?:[+-]?\d[\d.,' ]*\s*[^\d\s.,'+-]+|[^\d\s.,'+-]+\s*\d[\d.,' ]*)\s*$/

/**
 * Explains the fault of a cell in a sentence. The same issue needs other words for a file than for a
 * request.
 */
export function explainCell(error: RowError): Sentence {
  const { field, issue, value } = error
  if (error.message !== undefined) return readSentence(error.message, error)
  if (issue === 'expected_number' && decimalComma.test(value)) return message('cell.decimal_comma')
  if (issue === 'expected_number' && numberWithUnit.test(value)) return message('cell.number_with_unit')
  if (!isIssueCode(issue)) return readSentence(issue, error)
  const code = `cell.${issue}`
  return isMessageCode(code) ? message(code) : explainFault({ field, issue })
}
