import { type IssueCode, isIssueCode } from './errors.ts'
import type { RowError } from './jobs.ts'
import { explainFault } from './describe-fault.ts'

/** Issues as they look from a cell of a file; the others are said as the API says them. */
const sentences: Partial<Record<IssueCode, string>> = {
  merge_key_value_required: 'The cell is empty, so the row cannot be matched. Fill it in.',
  required: 'The cell is empty, but the attribute needs a value. Fill it in.',
  expected_number: 'This is not a number. Write one such as 129.5, or empty the cell.',
  expected_date: 'This is not a date, such as 2026-01-31. Write one, or empty the cell.',
  expected_boolean: 'This is neither yes nor no. Write true or false.',
  expected_url: 'This is not a web address that starts with http:// or https://.',
  expected_json: 'This is not valid JSON. Correct it, or empty the cell.',
  not_an_acceptable_value:
    'This is none of the options of the attribute. Let the import create it, or write one of them.',
  referenced_entity_not_found:
    'Nothing of this name or id is in the workspace. Let the import create it, or correct the cell.',
  not_unique:
    'Another entity has this value already, and it must be unique. Write another, or import by this column.',
}

const decimalComma = /^\s*[+-]?\d+,\d+\s*$/
// A number with a word or a sign before or behind it, which was read and is of another unit than its column.
const numberWithUnit = /^\s*(?:[+-]?\d[\d.,' ]*\s*[^\d\s.,'+-]+|[^\d\s.,'+-]+\s*\d[\d.,' ]*)\s*$/

/** What is wrong with a cell, in a sentence. */
export function explainCell({ field, issue, message, value }: RowError): string {
  if (message !== undefined) return message
  if (issue === 'expected_number' && decimalComma.test(value)) {
    return 'The decimals stand after a comma. Choose so for this column, or write a point.'
  }
  if (issue === 'expected_number' && numberWithUnit.test(value)) {
    return 'The column does not take a number with this unit or currency. Write it in that of the attribute, without the unit.'
  }
  return (isIssueCode(issue) && sentences[issue]) || explainFault({ field, issue })
}
