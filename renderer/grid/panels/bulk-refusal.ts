import { ApiError } from '../../api/api-error.ts'
import type { GridColumn } from '../../query/columns.ts'
import { toMessage } from '../../ui/toast.tsx'
import { describeFault } from '../../api/explain-refusal.ts'

/** What the server says of a bulk edit that it does not take, by the names of the attributes. */
export function explainRefusal(error: unknown, columns: readonly GridColumn[]): string {
  const faults = error instanceof ApiError ? error.fieldErrors : []
  if (faults.length === 0) return toMessage(error)
  return faults
    .map((fault) => {
      const keys = fault.field.split(/[.[\]]/)
      const name = columns.find(({ id }) => keys.includes(id))?.name ?? fault.field
      return `${name}: ${describeFault(fault)}`
    })
    .join(' ')
}
