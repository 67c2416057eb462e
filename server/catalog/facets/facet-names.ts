import {
  filePartNames,
  keyOfFacet,
  lengthSuffix,
  maxFacets,
  pixelsSuffix,
  presenceSuffix,
} from '#shared/facets.ts'
import { severityFilterKey } from '#shared/quality.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Source } from '../../store/query/clause.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { familyOf, isMoment, refuseKey } from '../query/check-filter.ts'
import { findSource } from '../query/find-source.ts'
import { foldText } from '#shared/text.ts'

export type FacetForm = 'values' | 'numbers' | 'days' | 'moments' | 'times' | 'presence' | 'severities'

export interface Facet {
  readonly name: string
  readonly key: string
  readonly source: Source
  readonly form: FacetForm
}

export function checkFacets(
  db: ReadableDb,
  attributes: AttributeSet,
  names: readonly string[],
  faults: Faults,
): Facet[] {
  if (names.length === 0) faults.add('facets', 'required')
  if (names.length > maxFacets) faults.addExpected('facets', 'too_many_values', { max_items: maxFacets })
  return names.flatMap((name) => checkFacet(db, attributes, name, faults) ?? [])
}

function checkFacet(
  db: ReadableDb,
  attributes: AttributeSet,
  name: string,
  faults: Faults,
): Facet | undefined {
  if (name === severityFilterKey && !attributes.byKey.has(name)) return severityFacet
  const key = keyOfFacet(name)
  const source = findSource(db, attributes, key)
  if (!source) return refuseKey(db, attributes, { field: 'facets', key: name }, faults)
  if (key !== name) return { name, key, source, form: 'presence' }
  if (source.kind === 'system' && source.field === 'id')
    return faults.explain('facets', 'invalid_value', 'Every id is another one. Name an attribute.')
  return { name, key, source, form: formOf(source) }
}

const severityFacet: Facet = {
  name: severityFilterKey,
  key: severityFilterKey,
  source: { kind: 'system', field: 'id' },
  form: 'severities',
}

function formOf(source: Source): FacetForm {
  if (isMoment(source)) return 'moments'
  const family = familyOf(source)
  if (family === 'number') return 'numbers'
  if (family === 'date') return 'days'
  return family === 'timestamp' ? 'times' : 'values'
}

const suffixes = [presenceSuffix, lengthSuffix, pixelsSuffix, ...filePartNames.map((part) => `:${part}`)]

export function isOwnChoice({ name }: Pick<Facet, 'name'>, key: string): boolean {
  const suffix = suffixes.find((each) => name.endsWith(each)) ?? ''
  return key === name || key === name.slice(0, name.length - suffix.length)
}

export interface SentSearch {
  readonly field: string
  readonly key: string
  readonly text: string
}

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

export function isSearched({ form, source }: Facet): boolean {
  const family = familyOf(source)
  return form === 'values' && (family === 'text' || family === 'id')
}

function describeNone(key: string): string {
  return `${key} is none of the facets asked for. Name it in facets, or leave this out.`
}

export const onlyTexts = 'Only values that are texts can be searched. Leave this out.'
