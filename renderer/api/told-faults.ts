import type { FieldError } from '#shared/errors.ts'
import { explainCell } from '#shared/explain-cell.ts'
import type { RowError } from '#shared/jobs.ts'
import { explainFault } from '#shared/describe-fault.ts'
import { retell } from '../ui/heard.ts'

/** A fault of a field in the language of the app, without its place. */
export function describeFault(fault: FieldError): string {
  return retell(explainFault(fault))
}

/** What is wrong with a cell of a file, in the language of the app. */
export function formatCell(error: RowError): string {
  return retell(explainCell(error))
}
