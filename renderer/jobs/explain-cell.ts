import { type IssueCode, isIssueCode } from '#shared/errors.ts'
import type { RowError } from '#shared/jobs.ts'
import { explainFault } from '#shared/tell-fault.ts'

/** Issues as they look from a cell of a file; the others are said as the API says them. */
const sentences: Partial<Record<IssueCode, string>> = {
  merge_key_value_required: 'The cell is empty, so the row cannot be matched. Fill it in.',
  required: 'The cell is empty, but the attribute needs a value.',
  expected_number: 'This is not a number.',
  expected_date: 'This is not a date, such as 2026-01-31.',
  expected_boolean: 'Write true or false.',
  expected_url: 'This is not a web address that starts with http:// or https://.',
  expected_json: 'This is not valid JSON.',
  not_an_acceptable_value: 'This is none of the options of the attribute.',
  referenced_entity_not_found:
    'Nothing of this name or id is in the workspace. Let the import create it, or correct the cell.',
  not_unique: 'Another entity has this value already, and it must be unique.',
}

const decimalComma = /^\s*[+-]?\d+,\d+\s*$/

/** What is wrong with a cell, in a sentence. */
export function explainCell({ field, issue, message, value }: RowError): string {
  if (message !== undefined) return message
  if (issue === 'expected_number' && decimalComma.test(value)) {
    return 'The decimals stand after a comma. Choose so for this column, or write a point.'
  }
  return (isIssueCode(issue) && sentences[issue]) || explainFault({ field, issue })
}
