import type { EntityResource } from '#shared/entities.ts'
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { productValues, type ProductValues, skuOf } from '../catalog/products.ts'
import { brands, colours, materials, qualities, stages, things } from '../catalog/words.ts'
import type { HttpClient } from '../processes/http-client.ts'
import { seededRandom } from '../random.ts'
import {
  at,
  filterVariations,
  list,
  type Operation,
  read,
  unknownVariations,
  variations,
  write,
} from './operation.ts'
import { clauseReads, deepNames, deepReads, wholeReads } from './further-operations.ts'

/** Builds the operations to measure; the client only fetches ids and cursors. */
export async function listOperations(
  catalog: BuiltCatalog,
  client: HttpClient,
  isSelected: (name: string) => boolean,
): Promise<Operation[]> {
  const ids = await sampleIds(catalog, client)
  const cursors = await deepCursors(catalog, client)
  const operations = [
    // First, because a snapshot that nobody reads for ten minutes is dropped.
    ...(deepNames.some(isSelected) ? await deepReads(catalog, client) : []),
    ...pageReads(ids, catalog, cursors),
    ...filterReads(catalog),
    ...sortReads(catalog),
    ...clauseReads(),
    ...wholeReads(ids),
    ...writes(ids, catalog),
  ]
  return operations.filter(({ name }) => isSelected(name))
}

function pageReads(
  ids: readonly string[],
  { products }: BuiltCatalog,
  cursors: readonly string[],
): Operation[] {
  const half = Math.floor(products / 2)
  return [
    read('get_one', 'Get one by id', 1, (turn) => `/products/${at(ids, turn)}`, variations * 10),
    read(
      'get_one_new',
      'Get one by id, not asked for lately',
      1,
      (turn) => `/products/${at(ids, turn)}`,
      ids.length,
    ),
    read('page_50', 'Page of 50 with total', 50, (turn) => list({ limit: 50, offset: turn })),
    read('page_200', 'Page of 200 with total', 200, (turn) => list({ limit: 200, offset: turn })),
    read('deep_offset', 'Page of 50 at half depth, by offset', 50, (turn) =>
      list({ limit: 50, offset: half + turn }),
    ),
    read('deep_cursor', 'Page of 50 at half depth, by cursor', 50, (turn) =>
      list({ limit: 50, cursor: cursors[turn % cursors.length] ?? '' }),
    ),
  ]
}

function filterReads({ products, vendorIds, imageIds }: BuiltCatalog): Operation[] {
  const random = seededRandom(7)
  const prices = Array.from({ length: filterVariations }, () => random.between(5000, 190_000) / 100)
  return [
    read(
      'filter_eq_code',
      'Equals on the SKU (1 match)',
      1,
      (turn) => list({ 'filter[sku]': skuOf((turn * 1543) % products).toLowerCase() }),
      filterVariations,
    ),
    read(
      'filter_eq_code_new',
      'Equals on the SKU, not asked for lately',
      1,
      (turn) => list({ 'filter[sku]': skuOf((turn * 1543) % products).toLowerCase() }),
      unknownVariations,
    ),
    read(
      'filter_eq_brand',
      'Equals on a text (0.1 % match)',
      50,
      (turn) => list({ 'filter[brand]': at(brands, turn * 7) }),
      filterVariations,
    ),
    read('filter_eq_select', 'Equals on a select (7.5 % match)', 50, (turn) =>
      list({ 'filter[material]': at(materials, turn), offset: Math.floor(turn / 12) }),
    ),
    read('filter_contains', 'Contains on the name (5 % match)', 50, (turn) =>
      list({ 'filter[product_name][contains]': at(things, turn).slice(0, 4), offset: Math.floor(turn / 20) }),
    ),
    read(
      'filter_range',
      'Range on a number (about 50 % match)',
      50,
      (turn) => list({ 'filter[price][gte]': at(prices, turn) }),
      filterVariations,
    ),
    read('filter_reference', 'Reference equals (0.5 % match)', 50, (turn) =>
      list({ 'filter[vendor]': at(vendorIds, turn) }),
    ),
    read(
      'filter_list_reference',
      'List of references holds (0.04 % match)',
      40,
      (turn) => list({ 'filter[gallery]': at(imageIds, turn) }),
      filterVariations,
    ),
    read(
      'two_clauses_narrow',
      'Two clauses: brand and price',
      50,
      (turn) => list({ 'filter[brand]': at(brands, turn * 11), 'filter[price][lt]': at(prices, turn) }),
      filterVariations,
    ),
    read(
      'two_clauses_range',
      'Two clauses: price between (2 % match)',
      50,
      (turn) => list({ 'filter[price][gte]': at(prices, turn), 'filter[price][lt]': at(prices, turn) + 40 }),
      filterVariations,
    ),
    read('two_clauses_broad', 'Two clauses: material and stage (1.5 % match)', 50, (turn) =>
      list({ 'filter[material]': at(materials, turn), 'filter[stage]': at(stages, turn) }),
    ),
    read(
      'two_clauses_or',
      'Two clauses joined by or (0.7 % match)',
      50,
      (turn) =>
        list({ 'filter[brand]': at(brands, turn), 'filter[vendor]': at(vendorIds, turn), filter_join: 'or' }),
      filterVariations,
    ),
    read(
      'quick_search',
      'Quick search over all texts (0.3 % match)',
      50,
      (turn) => list({ q: `${at(qualities, turn)} ${at(things, Math.floor(turn / qualities.length))}` }),
      qualities.length * things.length,
    ),
  ]
}

function sortReads({ products }: BuiltCatalog): Operation[] {
  return [
    read('sort_ascending', 'Sort by name', 50, (turn) => list({ sort: 'product_name', offset: turn })),
    read('sort_descending', 'Sort by price, descending', 50, (turn) =>
      list({ sort: '-price', offset: turn }),
    ),
    read('sort_two_keys', 'Sort by brand, then price descending', 50, (turn) =>
      list({ sort: 'brand,-price', offset: turn }),
    ),
    read('sort_deep', 'Sort by name at half depth, by offset', 50, (turn) =>
      list({ sort: 'product_name', offset: Math.floor(products / 2) + turn }),
    ),
    read('filter_and_sort', 'Equals on a select, sorted by price', 50, (turn) =>
      list({ 'filter[colour]': at(colours, turn), sort: '-price', offset: Math.floor(turn / 12) }),
    ),
  ]
}

function writes(ids: readonly string[], { products }: BuiltCatalog): Operation[] {
  return [
    write('patch', 'Patch two values', 1, (turn) => ({
      method: 'PATCH',
      path: `/products/${ids[turn % ids.length]}`,
      body: { attributes: { price: 3000 + turn / 100, stock: 1000 + turn } },
    })),
    write('upsert_one', 'Upsert one by SKU', 1, (turn) => ({
      method: 'POST',
      path: '/products/upsert',
      body: { merge_key: 'sku', attributes: changedValues((turn * 877) % products, turn) },
    })),
    write('batch_100', 'Batch of 100 upserts by SKU', 100, (turn) => ({
      method: 'POST',
      path: '/products/batch',
      body: {
        merge_key: 'sku',
        items: Array.from({ length: 100 }, (_, item) => batchItem(turn, item, products)),
      },
    })),
  ]
}

/** Nine in ten items hold all values of a known product, three of them changed; the tenth is a new product. */
function batchItem(turn: number, item: number, products: number): { attributes: ProductValues } {
  const serial = turn * 100 + item
  if (item % 10 < 9) return { attributes: changedValues((serial * 877) % products, serial) }
  return { attributes: { ...productValues(serial), sku: `NEW-${serial}` } }
}

function changedValues(index: number, turn: number): ProductValues {
  return {
    ...productValues(index),
    price: 5000 + turn / 100,
    stock: 2000 + turn,
    product_name: `Renamed ${turn} of ${index}`,
  }
}

async function sampleIds({ products }: BuiltCatalog, client: HttpClient): Promise<string[]> {
  const ids: string[] = []
  const pages = unknownVariations / 100
  for (let page = 0; page < pages; page++) {
    const offset = Math.floor((products / pages) * page)
    const { data } = await client.json<{ data: EntityResource[] }>({
      method: 'GET',
      path: list({ limit: 100, offset, fields: 'sku' }),
    })
    ids.push(...data.map(({ id }) => id))
  }
  // Neighbours in the list of ids are not neighbours on disk.
  return ids.map((_, turn) => ids[(turn * 389) % ids.length] as string)
}

async function deepCursors({ products }: BuiltCatalog, client: HttpClient): Promise<string[]> {
  const cursors: string[] = []
  for (let turn = 0; turn < variations; turn++) {
    const { pagination } = await client.json<{ pagination: { next_cursor: string } }>({
      method: 'GET',
      path: list({ limit: 1, offset: Math.floor(products / 2) + turn, fields: 'sku' }),
    })
    cursors.push(pagination.next_cursor)
  }
  return cursors
}
