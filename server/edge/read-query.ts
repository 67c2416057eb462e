import type { Static, TEnum } from 'typebox'
import type { Parameter } from '#shared/routes/parameters.ts'
import type { Route } from '#shared/routes/route.ts'
import type { FieldError } from '#shared/errors.ts'
import { guess } from '#shared/nearest.ts'
import { isOneOf } from '#shared/text.ts'
import { validationFailed } from '../catalog/errors.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import { parseList, takeFilter, takePaging, takeSearches, type Paging } from './list-params.ts'
import { readQuery, type QueryReader } from './query-string.ts'

/** What a handler sees of a parameter. */
type ParameterValue<P> =
  P extends Parameter<infer S, infer Presence>
    ? Static<S> extends boolean
      ? boolean
      : Static<S> extends number
        ? number | (Presence extends 'optional' ? undefined : never)
        : Static<S> extends readonly unknown[]
          ? string[]
          : [S, Presence] extends [TEnum, 'required']
            ? Static<S>
            : string | undefined
    : never

/** `call.paging` has these, and `call.list` all that a list takes. */
type Apart<R, Q> =
  | (Q extends { readonly cursor: unknown } ? keyof Paging : never)
  | (R extends { readonly list: unknown } ? 'sort' : never)

export type SeenQuery<R> = R extends { readonly query: infer Q }
  ? { readonly [N in Exclude<keyof Q, Apart<R, Q>>]: ParameterValue<Q[N]> }
  : object

/** What is chosen in facets, and what is searched for in their values. */
export interface Choices {
  readonly choices: ReturnType<typeof takeFilter>
  readonly searches: ReturnType<typeof takeSearches>
}

/** The query string of a request, read as its row says. */
export interface QueryRead {
  readonly values: Readonly<Record<string, unknown>>
  readonly paging: Paging | undefined
  readonly list: ListRequest | undefined
  readonly snapshot: string | undefined
  readonly choices: Choices | undefined
  /** Those of form; what keys, operators and values mean is for the catalog to say. */
  readonly faults: FieldError[]
}

/** Reads the query string; throws where a parameter is not one of those that it must be. */
export function readRow(
  { query = {}, list, choices: takesChoices }: Route,
  request: { readonly query: unknown; readonly url: string },
): QueryRead {
  const reader = readQuery(request)
  const paging = query['cursor'] === undefined ? undefined : takePaging(reader)
  const own = Object.entries(query).filter(
    ([name]) => !(paging && pagingNames.has(name)) && !(list !== undefined && name === 'sort'),
  )
  const values = Object.fromEntries(own.map(([name, parameter]) => [name, take(reader, name, parameter)]))
  const snapshot = typeof list === 'object' ? reader.takeOne('snapshot') : undefined
  const choices = takesChoices && {
    choices: takeFilter(reader, 'choice'),
    searches: takeSearches(reader),
  }
  const parsed = list === undefined ? { request: undefined, faults: reader.settle() } : parseList(reader)
  const wrong = own.flatMap(([name, parameter]) => faultOf(name, parameter, values[name]))
  if (wrong.length > 0) throw validationFailed([...parsed.faults, ...wrong])
  return { values, paging, list: parsed.request, snapshot, choices, faults: parsed.faults }
}

const pagingNames: ReadonlySet<string> = new Set(['limit', 'offset', 'cursor'] satisfies (keyof Paging)[])

function take(reader: QueryReader, name: string, { schema, presence }: Parameter): unknown {
  const { type, minimum, maximum, default: byDefault }: SchemaFacts = schema
  if (type === 'integer')
    return reader.takeInteger(name, byDefault, [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER])
  if (type === 'boolean') {
    const isSent = reader.names.includes(name)
    const value = reader.takeFlag(name)
    return isSent || presence !== 'optional' ? value : undefined
  }
  return type === 'array' ? reader.takeList(name) : reader.takeOne(name)
}

interface SchemaFacts {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

function faultOf(field: string, { schema, presence }: Parameter, value: unknown): FieldError[] {
  const { enum: choices }: SchemaFacts = schema
  if (presence !== 'required' || choices === undefined || isOneOf(choices, value)) return []
  const issue = value === undefined ? 'required' : 'invalid_value'
  const meant = typeof value === 'string' ? guess(value, choices) : {}
  return [{ field, issue, ...meant, acceptable_values: [...choices] }]
}
