import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FakeServer, Stored } from './fake-server.ts'

/** A window of a list; one by position comes from the order that its snapshot has frozen. */
export function answerList(server: FakeServer, type: EntityType, params: URLSearchParams): Response {
  const asked = params.get('snapshot') ?? undefined
  const fault = faultOf(server, type, params)
  if (fault) return refuse('The request has faults.', [fault])
  const ids = (asked && server.snapshots.get(asked)) || select(server, type, params)
  const snapshot = asked === 'new' ? server.newId() : asked
  if (asked === 'new' && snapshot) server.snapshots.set(snapshot, ids)
  const [offset, limit] = [Number(params.get('offset') ?? 0), Number(params.get('limit') ?? 50)]
  const window = ids.slice(offset, offset + limit)
  const isThere = (id: string): boolean => !server.get(id).isTrashed
  const gone = window.flatMap((id, index) => (isThere(id) ? [] : [offset + index]))
  const data = window.filter(isThere).map((id) => server.toResource(server.get(id)))
  const pagination = {
    total: ids.length,
    limit,
    offset,
    has_more: offset + limit < ids.length,
    snapshot,
    gone,
  }
  return Response.json({ data, pagination })
}

/** What the values of a stretch of a list, or of all of it, come to. */
export function answerAggregates(server: FakeServer, params: URLSearchParams): Response {
  const type = params.get('type') as EntityType
  const frozen = server.snapshots.get(params.get('snapshot') ?? '') ?? server.listed(type).map(({ id }) => id)
  const [first, last] = [params.get('first_row') ?? 0, params.get('last_row') ?? frozen.length - 1]
  const ids = frozen.slice(Number(first), Number(last) + 1)
  const columns = (params.get('keys') ?? '').split(',').map((key) => {
    const values = ids.flatMap((id) => server.get(id).values[key] ?? [])
    const numbers = values.filter((value) => typeof value === 'number')
    const sum = numbers.reduce((total, value) => total + value, 0)
    const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)]
    const measure = numbers.length === values.length ? 'number' : null
    return [key, { filled: values.length, measure, sum, average: sum / numbers.length, least, greatest }]
  })
  return Response.json({ data: { rows: ids.length, columns: Object.fromEntries(columns) } })
}

/** A snapshot that has expired, or a clause about an attribute that there is not. */
function faultOf(server: FakeServer, type: EntityType, params: URLSearchParams): FieldError | undefined {
  const asked = params.get('snapshot')
  if (asked !== null && asked !== 'new' && !server.snapshots.has(asked))
    return { field: 'snapshot', issue: 'invalid_value' }
  const keys = new Set(server.attributesOf(type).map(({ key }) => key))
  const unknown = equalsIn(params).find(([key]) => !keys.has(key))
  return unknown && { field: `filter[${unknown[0]}]`, issue: 'not_a_defined_attribute' }
}

/** The ids that the parameters ask for: of these ids, with equal values, with a text anywhere, in one sort. */
function select(server: FakeServer, type: EntityType, params: URLSearchParams): string[] {
  const wanted = params.get('filter[id][in]')?.split(',')
  const equals = equalsIn(params)
  const q = params.get('q')?.toLowerCase() ?? ''
  const found = server
    .listed(type)
    .filter(
      (entity) =>
        (wanted === undefined || wanted.includes(entity.id)) &&
        equals.every(([key, value]) => textOf(entity, key) === value) &&
        Object.keys(entity.values).some((key) => textOf(entity, key).toLowerCase().includes(q)),
    )
  const [sort = ''] = (params.get('sort') ?? '').split(',')
  const [key, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  if (key !== '') found.sort((a, b) => sign * textOf(a, key).localeCompare(textOf(b, key)))
  return found.map(({ id }) => id)
}

function equalsIn(params: URLSearchParams): [key: string, value: string][] {
  return [...params].flatMap(([name, value]): [string, string][] => {
    const [, key] = /^filter\[(\w+)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, value]]
  })
}

function textOf({ values }: Stored, key: string): string {
  const value = values[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** An answer that refuses the whole call. */
export function refuse(message: string, field_errors: readonly FieldError[]): Response {
  const error = { code: 'validation_failed', message, field_errors, is_retriable: false, request_id: 'test' }
  return Response.json({ error }, { status: 400 })
}
