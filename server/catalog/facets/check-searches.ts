import { foldText } from '#shared/text.ts'
import type { Faults } from '../errors.ts'
import { familyOf } from '../query/check-filter.ts'
import type { Facet } from './facet-names.ts'

/** A text that narrows the values which one facet shows; `field` is its parameter. */
export interface SentSearch {
  readonly field: string
  readonly key: string
  readonly text: string
}

/** The folded texts by the name of their facet. */
export function checkSearches(
  facets: readonly Facet[],
  searches: readonly SentSearch[],
  faults: Faults,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { field, key, text } of searches) {
    const facet = facets.find(({ name }) => name === key)
    const folded = foldText(text)
    if (!facet) faults.explain(field, 'invalid_value', describeNone(key))
    else if (!isSearched(facet)) faults.explain(field, 'operator_not_supported_for_type', onlyTexts)
    else if (folded !== '') texts.set(key, folded)
  }
  return texts
}

/** Whether the values of a facet are looked into as texts. */
export function isSearched({ form, source }: Facet): boolean {
  const family = familyOf(source)
  return form === 'values' && (family === 'text' || family === 'id')
}

function describeNone(key: string): string {
  return `${key} is none of the facets asked for. Name it in facets, or leave this out.`
}

/** Why a search is refused. */
export const onlyTexts = 'Only values that are texts can be searched. Leave this out.'
