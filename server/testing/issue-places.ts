import type { IssueCode } from '#shared/errors.ts'
import type { IssuePlaces } from '#shared/routes/route.ts'
import type { DocumentRoute } from './document-calls.ts'

type Values = Readonly<Record<string, unknown>>

const many = (count: number) => Array.from({ length: count }, () => 'a')

/**
 * Refused filters, by field and code; `name`, `flag`, `day`, `number` and `one` are attributes of the kind
 * in their names.
 */
export const refusedFilters: Readonly<Record<string, Values>> = {
  'filter[<key>] not_a_defined_attribute': { nope: '1' },
  'filter[<key>] expected_value_or_use_exists': { name: '' },
  'filter[<key>] expected_boolean': { flag: 'x' },
  'filter[<key>] expected_date': { day: 'x' },
  'filter[<key>] expected_number': { number: 'x' },
  'filter[<key>] expected_uuid': { one: 'x' },
  'filter[<key>][<op>] unknown_operator': { name: { between: '1' } },
  'filter[<key>][<op>] operator_not_supported_for_type': { flag: { gt: '1' } },
  'filter[<key>][<op>] expected_boolean': { name: { exists: 'x' } },
  'filter[<key>][<op>] expected_values': { name: { in: '' } },
  'filter[<key>][<op>] too_many_values': { name: { in: many(201).join(',') } },
}

const oneClause = (clause: Values): Values => ({ and: [clause] })

export const refusedTrees: Readonly<Record<string, Values>> = {
  'filter.<join> expected_values': { or: [] },
  'filter.<join>[<n>].attribute required': oneClause({ value: 1 }),
  'filter.<join>[<n>].attribute not_a_defined_attribute': oneClause({ attribute: 'nope', value: 1 }),
  'filter.<join>[<n>].operator unknown_operator': oneClause({ attribute: 'name', operator: 'between' }),
  'filter.<join>[<n>].operator operator_not_supported_for_type': oneClause({
    attribute: 'flag',
    operator: 'gt',
  }),
  'filter.<join>[<n>].value expected_value_or_use_exists': oneClause({ attribute: 'name', value: '' }),
  'filter.<join>[<n>].value expected_boolean': oneClause({ attribute: 'flag', value: 'x' }),
  'filter.<join>[<n>].value expected_date': oneClause({ attribute: 'day', value: 'x' }),
  'filter.<join>[<n>].value expected_number': oneClause({ attribute: 'number', value: 'x' }),
  'filter.<join>[<n>].value expected_uuid': oneClause({ attribute: 'one', value: 'x' }),
  'filter.<join>[<n>].value expected_values': oneClause({ attribute: 'name', operator: 'in', value: [] }),
  'filter.<join>[<n>].value too_many_values': oneClause({
    attribute: 'name',
    operator: 'in',
    value: many(201),
  }),
}

export function pairsOf({ operation }: DocumentRoute): { place: string; code: IssueCode }[] {
  const places = (operation.responses['400']?.['x-issue-places'] ?? {}) as IssuePlaces
  return Object.entries(places).flatMap(([field, codes]) => codes.map((code) => ({ place: field, code })))
}

export function isAt(place: string, field: string): boolean {
  const pattern = place.replaceAll(/[[\].]/g, '\\$&').replaceAll(/<(?:key|target|id|op|n|join)>/g, '[\\w-]+')
  return new RegExp(`^${pattern}$`).test(field)
}

export function toFilterQuery(filter: Values, name = 'filter'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      if (typeof value !== 'object' || value === null) return [`${name}[${key}]`, String(value)]
      const [[operator, one] = []] = Object.entries(value)
      return [`${name}[${key}][${operator}]`, String(one)]
    }),
  )
}
