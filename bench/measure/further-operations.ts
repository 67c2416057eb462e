import { channelKey } from '../catalog/attributes.ts'
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { brands, colours, materials, sentences, stages, things } from '../catalog/words.ts'
import type { HttpClient } from '../processes/http-client.ts'
import { seededRandom } from '../random.ts'
import { at, filterVariations, list, type Operation, read, variations } from './operation.ts'

export function clauseReads(): Operation[] {
  const random = seededRandom(11)
  const prices = Array.from({ length: filterVariations }, () => random.between(5000, 190_000) / 100)
  const parts = Array.from({ length: filterVariations }, () => {
    const sentence = random.pick(sentences)
    const start = random.below(sentence.length - 12)
    return sentence.slice(start, start + random.between(6, 12)).trim()
  })
  const tenBrands = (turn: number) =>
    Array.from({ length: 10 }, (_, index) => at(brands, turn * 10 + index)).join(',')
  return [
    read(
      'filter_ne',
      'Does not equal a text',
      50,
      (turn) => list({ 'filter[brand][ne]': at(brands, turn) }),
      filterVariations,
    ),
    read('filter_blank', 'Has no value', 50, (turn) =>
      list({ [`filter[${at(['weight', 'cost', 'ean', 'tags'], turn)}][exists]`]: 'false', offset: turn }),
    ),
    read(
      'filter_in',
      'Any of ten texts (1 % match)',
      50,
      (turn) => list({ 'filter[brand][in]': tenBrands(turn) }),
      filterVariations,
    ),
    read(
      'filter_ends_with',
      'Ends with, on the name (0.1 % match)',
      50,
      (turn) => list({ 'filter[product_name][ends_with]': ` ${turn + 100}` }),
      filterVariations,
    ),
    read(
      'filter_not_contains',
      'Does not contain, on the name',
      50,
      (turn) => list({ 'filter[product_name][not_contains]': at(brands, turn) }),
      filterVariations,
    ),
    read(
      'contains_long',
      'Contains on the description (6–25 % match)',
      50,
      (turn) => list({ 'filter[description][contains]': at(parts, turn) }),
      filterVariations,
    ),
    read(
      'two_ranges',
      'Two clauses: price and stock (20–80 % match)',
      50,
      (turn) => list({ 'filter[price][gte]': at(prices, turn), 'filter[stock][lt]': 400 }),
      filterVariations,
    ),
    read(
      'four_clauses',
      'Four clauses (1 % match)',
      50,
      (turn) =>
        list({
          'filter[material]': at(materials, turn),
          'filter[stage]': at(stages, turn),
          'filter[active]': 'true',
          'filter[price][gte]': at(prices, turn),
        }),
      filterVariations,
    ),
    read('search_letters', 'Quick search for two letters', 50, (turn) =>
      list({ q: at(brands, turn).slice(0, 2), offset: turn }),
    ),
    read(
      'search_and_filter',
      'Quick search and a select (0.4 % match)',
      50,
      (turn) =>
        list({ q: at(things, turn), 'filter[colour]': at(colours, Math.floor(turn / things.length)) }),
      things.length * colours.length,
    ),
    read('search_sorted', 'Quick search, sorted by price (5 % match)', 50, (turn) =>
      list({ q: at(things, turn), sort: '-price', offset: turn }),
    ),
    read('search_relevance', 'Quick search, nearest first (5 % match)', 50, (turn) =>
      list({ q: at(things, turn), sort: 'relevance', offset: turn }),
    ),
    read('search_relevance_dense', 'Quick search for two letters, nearest first', 50, (turn) =>
      list({ q: at(brands, turn).slice(0, 2), sort: 'relevance', offset: turn }),
    ),
    read('sort_updated', 'Sort by the last change', 50, (turn) =>
      list({ sort: '-updated_at', offset: turn }),
    ),
    read('sort_three_keys', 'Sort by stage, brand and price', 50, (turn) =>
      list({ sort: 'stage,brand,-price', offset: turn }),
    ),
  ]
}

export function wholeReads(ids: readonly string[]): Operation[] {
  return [
    read(
      'variants',
      'Variants of one product',
      2,
      (turn) => `/products/${at(ids, turn)}/variants`,
      ids.length,
    ),
    read('events', 'Page of 50 events', 50, (turn) => `/events?limit=50&offset=${turn}`),
    read('completeness', 'Completeness of all products', 1, () => `/channels/${channelKey}/completeness`, 1),
  ]
}

interface ListAnswer {
  readonly pagination: { readonly next_cursor: string; readonly snapshot?: string }
}

/** A snapshot of a million products takes some seconds. */
export const deepNames = ['deep_snapshot', 'deep_sorted_cursor'] as const

/** Pages far down a sorted list, by the two ways that do not count the rows before them. */
export async function deepReads({ products }: BuiltCatalog, client: HttpClient): Promise<Operation[]> {
  const half = Math.floor(products / 2)
  const ask = async (parameters: Record<string, string | number>) => {
    const path = list({ limit: 1, fields: 'sku', sort: '-price', ...parameters })
    return (await client.json<ListAnswer>({ method: 'GET', path })).pagination
  }
  const { snapshot = '' } = await ask({ snapshot: 'new' })
  const cursors: string[] = []
  for (let turn = 0; turn < variations; turn += 1)
    cursors.push((await ask({ snapshot, offset: half + turn * 7 })).next_cursor)
  return [
    read('deep_snapshot', 'Sorted page of 50 at half depth, by snapshot', 50, (turn) =>
      list({ snapshot, offset: half + turn * 50 }),
    ),
    read('deep_sorted_cursor', 'Sorted page of 50 at half depth, by cursor', 50, (turn) =>
      list({ sort: '-price', cursor: at(cursors, turn) }),
    ),
  ]
}
