import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FacetAnswer, FacetsAnswer, ValueCounts } from '#shared/schemas/views.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countFilled, type CountedSource } from '../../store/facets/count-values.ts'
import { NarrowedRows, cacheRows, type Choice, type RowSet } from '../../store/facets/row-set.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest, FilterClause } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { checkSearches, type SentSearch, checkFacets, type Facet, isOwnChoice } from './facet-names.ts'
import { readHistogram } from './read-histogram.ts'
import { readCounts } from './read-counts.ts'
import { severities } from '#shared/quality.ts'
import { listedQuality } from '../channels/completeness-plans.ts'
import { maxFilterClauses } from '#shared/filters.ts'
import { clausesIn, type ClauseGroup, isGroup } from '../../store/query/clause.ts'
import { checkParts } from '../query/check-filter.ts'

export interface ReadFacets {
  readonly type: EntityType
  readonly request: ListRequest
  readonly facets: readonly string[]
  readonly choices: SentChoices
  readonly searches: readonly SentSearch[]
  readonly faults: readonly FieldError[]
}

/** The facets of a list, each without the choices of its own key: 200. All faults are thrown together. */
export function readFacets(db: ReadableDb, input: ReadFacets): Answer {
  const { type, request } = input
  const faults = new Faults(input.faults)
  const attributes = attributesOf(db, type)
  const { rows: listed } = checkList(db, { type, parent: undefined }, request, faults)
  const facets = checkFacets(db, attributes, input.facets, faults)
  const choices = checkChoices(db, attributes, input.choices, faults)
  const searches = checkSearches(facets, input.searches, faults)
  faults.throwIfAny()
  const answer = readWithin(
    db,
    { type, rows: listed, request, terms: [], isCached: true },
    (): FacetsAnswer => {
      const rows = new NarrowedRows(db, { type, ...listed }, choices)
      return {
        matching: rows.count(rows.without()),
        facets: facets.map((facet) => {
          const meant = rows.without((key) => isOwnChoice(facet, key))
          const asked = { type, source: facet.source, rows: meant }
          const shown = { limit: request.limit, text: searches.get(facet.name) }
          return readFacet(db, facet, { asked, total: rows.count(meant), shown })
        }),
      }
    },
  )
  return dataAnswer(200, JSON.stringify(answer))
}

interface FacetSource {
  readonly asked: CountedSource
  readonly total: number
  readonly shown: { readonly limit: number; readonly text: string | undefined }
}

function readFacet(db: ReadableDb, facet: Facet, { asked, total, shown }: FacetSource): FacetAnswer {
  const { name, form } = facet
  if (form === 'presence') {
    const filled = countFilled(db, asked)
    return { facet: name, filled, blank: total - filled }
  }
  if (form === 'severities') return { facet: name, ...countSeverities(db, asked, total) }
  if (form === 'values') return { facet: name, ...readCounts(db, facet, { asked, total, shown }) }
  const { filled, ...histogram } = readHistogram(db, form, asked)
  return { facet: name, ...histogram, blank: total - filled }
}

interface SeverityQuery {
  readonly type: EntityType
  readonly rows: RowSet | undefined
}

function countSeverities(db: ReadableDb, { type, rows }: SeverityQuery, total: number): ValueCounts {
  const quality = listedQuality()
  const within = (found: RowSet) => (rows ? rows.and(found) : found)
  const found = severities.flatMap((value) => {
    if (!quality) return []
    const all = cacheRows(db, type, `quality ${value}`, () => quality.foundOfSeverity(db, type, value))
    return { value, rows: within(all) }
  })
  const values = found.flatMap(({ value, rows: { count } }) => (count > 0 ? { value, count } : []))
  const any = found.reduce<RowSet | undefined>((all, one) => all?.or(one.rows) ?? one.rows, undefined)
  return { values, blank: total - (any?.count ?? 0) }
}

interface SentChoices {
  readonly clauses: readonly FilterClause[]
  readonly tree?: ClauseGroup<FilterClause> | undefined
}

type Part = FilterClause | ClauseGroup<FilterClause>

function checkChoices(
  db: ReadableDb,
  attributes: AttributeSet,
  { clauses, tree }: SentChoices,
  faults: Faults,
): Choice[] {
  if (clauses.length + clausesIn(tree).length > maxFilterClauses)
    faults.addExpected('choice', 'too_many_values', { max_items: maxFilterClauses })
  const parts: Part[] = [...clauses, ...(tree ? (tree.join === 'and' ? tree.parts : [tree]) : [])]
  const byKey = Map.groupBy(parts, keyOf)
  return [...byKey].map(([key, chosen]) => ({
    key,
    group: { join: 'and', parts: checkParts(db, attributes, chosen, faults) },
  }))
}

function keyOf(part: Part): string {
  if (!isGroup(part)) return part.key
  const keys = new Set(clausesIn(part).map(({ key }) => key))
  const [key = ''] = keys
  return keys.size === 1 ? key : ''
}
