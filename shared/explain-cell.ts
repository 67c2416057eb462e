import { isIssueCode } from './errors.ts'
import type { RowError } from './jobs.ts'
import { explainFault } from './describe-fault.ts'
import { isMessageCode, message, readSentence, type Sentence } from './messages/message.ts'

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
