import type { FieldError } from '#shared/errors.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import { parseListParams } from './list-params.ts'

/** The filter of a list as one text. */
interface FilterText {
  readonly filter: Pick<ListRequest, 'clauses' | 'join' | 'tree'> | undefined
  /** All of them on the place where the text stood. */
  readonly faults: FieldError[]
}

const others = 'A filter has members that begin with filter, and filter_join. Leave the others out.'

/** Reads a filter that stands in one text, such as `filter[price][gt]=0&filter_join=or`; JSON is taken as in a list. */
export function readFilterText(text: string | undefined, field: string): FilterText {
  const written = text?.trim() ?? ''
  if (written === '') return { filter: undefined, faults: [] }
  const parameters = new URLSearchParams(written.startsWith('{') ? { filter: written } : written)
  const names = [...new Set(parameters.keys())]
  if (names.some((name) => !name.startsWith('filter')))
    return { filter: undefined, faults: [{ field, issue: 'invalid_value', message: others }] }
  const { request, faults } = parseListParams(
    Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])),
    '',
  )
  const { clauses, join, tree } = request
  return {
    filter: { clauses, join, ...(tree && { tree }) },
    faults: faults.map((fault) => ({ ...fault, field })),
  }
}
