import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FacetAnswer, FacetsAnswer } from '#shared/schemas/facets.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { countFilled, type CountedSource } from '../../store/facets/count-values.ts'
import { NarrowedRows } from '../../store/facets/narrowed-rows.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkList } from '../query/list-entities.ts'
import type { ListRequest } from '../query/list-request.ts'
import { readWithin } from '../query/slow-list.ts'
import { checkChoices, type SentChoices } from './check-choices.ts'
import { checkSearches, type SentSearch } from './check-searches.ts'
import { checkFacets, type Facet, isOwnChoice } from './facet-names.ts'
import { countSeverities } from './count-severities.ts'
import { readHistogram } from './read-histogram.ts'
import { readCounts } from './read-counts.ts'

export interface ReadFacets {
  readonly type: EntityType
  /** The list whose rows are told of; its limit bounds the values of each facet. */
  readonly request: ListRequest
  readonly facets: readonly string[]
  readonly choices: SentChoices
  readonly searches: readonly SentSearch[]
  readonly faults: readonly FieldError[]
}

/** What the rows of a list have under some keys, each facet without the choices of its own key: 200. All faults are told together. */
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
    { type, rows: listed, request, terms: [], isKept: true },
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
  /** How many rows the facet tells of. */
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
