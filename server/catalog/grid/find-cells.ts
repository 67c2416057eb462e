import { parseJson } from '../../store/database/json.ts'
import type { Family } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FoundCell } from '#shared/schemas/grid.ts'
import { foldText } from '#shared/text.ts'
import { type Attribute, attributesOf, isComputed } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import type { Clause } from '../../store/query/clause.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import type { Comparable } from '../../store/tables/values.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { parseDate } from '#shared/iso-times.ts'
import { parseNumber } from '../attributes/data-types/data-types.ts'
import { Faults } from '../errors.ts'
import { findSource } from '../query/find-source.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'

export interface FindCells {
  readonly type: EntityType
  readonly request: ListRequest
  readonly text: string
  readonly columns: readonly string[]
  readonly isWhole: boolean
  readonly matchesCase: boolean
  /** Finds only stored, writable texts; the cells carry them unchanged. */
  readonly isReplacing: boolean
  readonly rows: readonly [number, number]
  readonly faults: readonly FieldError[]
}

const maxTargets = 2_000

/**
 * The cells of a list that contain a text, in reading order, with the exact count: 200. Texts match by
 * parts, numbers and dates as a whole, references by their labels. Faults of form and unknown keys are
 * thrown together.
 */
export function findCells(db: ReadableDb, input: FindCells): Answer {
  const { type, request, text, columns } = input
  const faults = new Faults(input.faults)
  const { rows: wanted, terms } = checkList(db, { type, parent: undefined }, request, faults)
  const { byKey } = attributesOf(db, type)
  if (text.trim() === '') faults.add('text', 'required')
  const unknown = columns.find((key) => !findSource(db, attributesOf(db, type), key))
  if (unknown !== undefined) faults.addUnknown('columns', 'not_a_defined_attribute', unknown, byKey)
  faults.throwIfAny()
  const attributes = columns.flatMap((key) => byKey.get(key) ?? [])
  const window = { terms, limit: allRows, offset: 0, after: undefined, parent: undefined }
  const { ids } = listIds(db, { type, ...wanted, ...window })
  const searched = ids.slice(input.rows[0], input.rows[1] + 1)
  return answerCells(db, input, collect(db, input, attributes, searched))
}

interface Hit {
  readonly position: number
  readonly id: number
  readonly key: string
  readonly text?: string | undefined
}

function collect(
  db: ReadableDb,
  input: FindCells,
  attributes: readonly Attribute[],
  searched: readonly number[],
): Hit[] {
  const keysOf = new Map<number, string[]>()
  for (const attribute of attributes) {
    for (const id of findMatches(db, input, attribute)) {
      const keys = keysOf.get(id)
      if (keys) keys.push(attribute.key)
      else keysOf.set(id, [attribute.key])
    }
  }
  const hits = searched.flatMap((id, index): Hit[] => {
    const keys = keysOf.get(id) ?? []
    return keys.map((key) => ({ position: input.rows[0] + index, id, key }))
  })
  return input.isReplacing || input.matchesCase ? verify(db, input, hits) : hits
}

function findMatches(db: ReadableDb, input: FindCells, attribute: Attribute): number[] {
  if (input.isReplacing && !isReplaceable(attribute)) return []
  const clause = toClause(db, input, attribute)
  if (!clause) return []
  const window = { terms: [], limit: allRows, offset: 0, after: undefined }
  const query = { type: input.type, clauses: [clause], join: 'and' as const, search: undefined, ...window }
  return listIds(db, query).ids
}

function isReplaceable({ traits }: Attribute): boolean {
  return traits.isFreeText
}

function toClause(db: ReadableDb, input: FindCells, attribute: Attribute): Clause | undefined {
  const source = findSource(db, attributesOf(db, input.type), attribute.key)
  if (!source) return undefined
  const family = source.kind === 'computed' ? source.plan.family : attribute.traits.family
  return clauseMakers[family](source, input, { db, attribute })
}

type Source = Clause['source']
type SearchedAttribute = { readonly db: ReadableDb; readonly attribute: Attribute }
type ClauseMaker = (source: Source, input: FindCells, searched: SearchedAttribute) => Clause | undefined

const clauseMakers: Readonly<Record<Family, ClauseMaker>> = {
  text: (source, { text, isWhole }) => ({
    source,
    operator: isWhole ? 'eq' : 'contains',
    values: [foldText(text)],
  }),
  id: labelClause,
  number: wholeValue(parseNumber),
  date: wholeValue(parseDate),
  timestamp: () => undefined,
  boolean: () => undefined,
}

function wholeValue(parse: (text: string) => Comparable | undefined): ClauseMaker {
  return (source, { text }) => {
    const value = parse(text.trim())
    return value === undefined ? undefined : { source, operator: 'eq', values: [value] }
  }
}

function labelClause(
  source: Source,
  input: FindCells,
  { db, attribute }: SearchedAttribute,
): Clause | undefined {
  const target = attribute.extras.reference?.type
  const primary = target && attributesOf(db, target).primary
  if (!target || !primary || isComputed(primary)) return undefined
  const window = { terms: [], limit: maxTargets, offset: 0, after: undefined }
  const label: Clause = {
    source: { kind: 'attribute', attribute: primary },
    operator: input.isWhole ? 'eq' : 'contains',
    values: [foldText(input.text)],
  }
  const query = { type: target, clauses: [label], join: 'and' as const, search: undefined, ...window }
  const values = listEntityRows(db, listIds(db, query).ids).map(({ uuid }) => uuid)
  return values.length === 0 ? undefined : { source, operator: 'in', values }
}

const rowsAtOnce = 1_000

function verify(db: ReadableDb, input: FindCells, hits: readonly Hit[]): Hit[] {
  const checked: Hit[] = []
  for (let start = 0; start < hits.length; start += rowsAtOnce) {
    const chunk = hits.slice(start, start + rowsAtOnce)
    const rows = listEntityRows(db, [...new Set(chunk.map(({ id }) => id))])
    const stored = new Map(rows.map(({ id, attributes }) => [id, parseJson(attributes)]))
    for (const hit of chunk) {
      const value = stored.get(hit.id)?.[hit.key]
      // A computed text can only be found without regard to case.
      if (typeof value !== 'string' && !input.isReplacing) checked.push(hit)
      if (typeof value === 'string' && matches(input, value))
        checked.push(input.isReplacing ? { ...hit, text: value } : hit)
    }
  }
  return checked
}

function matches({ text, isWhole, matchesCase }: FindCells, value: string): boolean {
  const [wanted, present] = matchesCase ? [text, value] : [text.toLowerCase(), value.toLowerCase()]
  return isWhole ? present === wanted : present.includes(wanted)
}

function answerCells(db: ReadableDb, { request }: FindCells, hits: readonly Hit[]): Answer {
  const shown = hits.slice(0, request.limit)
  const rows = listEntityRows(db, [...new Set(shown.map(({ id }) => id))])
  const uuids = new Map(rows.map(({ id, uuid }) => [id, uuid]))
  const cells = shown.map(({ position, id, key, text }): FoundCell => {
    const cell = { position, id: uuids.get(id) ?? '', key }
    return text === undefined ? cell : { ...cell, text }
  })
  const count = new Set(hits.map(({ id }) => id)).size
  return dataAnswer(200, JSON.stringify({ cells, total: hits.length, rows: count }))
}
