import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { skuOf } from '../catalog/products.ts'
import { brands, materials, qualities, sentences, things } from '../catalog/words.ts'
import type { HttpRequest } from '../processes/http-client.ts'
import { list } from './operation.ts'

/** An operation whose requests all differ; `turn` counts them over the whole run of a server. */
export interface FirstOperation {
  readonly name: string
  readonly title: string
  request(turn: number): HttpRequest
}

export function firstOperations(
  { products, vendorIds }: BuiltCatalog,
  ids: readonly string[],
): FirstOperation[] {
  // Coprime to the sizes of the catalogs, so that each turn has another product.
  const scattered = (turn: number) => (turn * 15_773 + 7) % products
  const price = (turn: number) => (5000 + scattered(turn)) / 100
  const id = (turn: number) => ids[turn % ids.length] ?? ''
  return [
    read('first_get', 'Get one by id', (turn) => `/products/${id(turn)}`),
    read('first_sku', 'Equals on the SKU', (turn) => list({ 'filter[sku]': skuOf(scattered(turn)) })),
    read('first_page', 'Page of 50 at a random offset', (turn) => list({ offset: scattered(turn) })),
    read('first_range_vendor', 'Range and vendor', (turn) =>
      list({ 'filter[price][gte]': price(turn), 'filter[vendor]': pick(vendorIds, turn) }),
    ),
    read('first_contains', 'Contains of two words, on the name', (turn) =>
      list({ 'filter[product_name][contains]': twoWords(turn) }),
    ),
    read('first_contains_long', 'Contains of two words, on the description', (turn) =>
      list({ 'filter[description][contains]': twoLongWords(turn) }),
    ),
    read('first_range_sorted', 'Range and sort on the same attribute', (turn) =>
      list({ 'filter[price][gte]': price(turn), sort: 'price' }),
    ),
    read('first_sorted', 'Equality and range, sorted by name', (turn) =>
      list({
        'filter[material]': pick(materials, turn),
        'filter[price][gte]': price(turn),
        sort: 'product_name',
      }),
    ),
    read('first_search', 'A quality and a brand, nearest first', (turn) =>
      list(search(`${pick(qualities, turn)} ${brandOf(turn)}`)),
    ),
    read('first_typo', 'A thing and a brand with a typo, nearest first', (turn) =>
      list(search(`${pick(things, turn)} ${misspelled(brandOf(turn), turn)}`)),
    ),
    {
      name: 'first_patch',
      title: 'Patch one value',
      request: (turn) => ({
        method: 'PATCH',
        path: `/products/${id(turn)}`,
        body: { attributes: { stock: 1000 + turn } },
      }),
    },
  ]
}

export const firstComputed: readonly FirstOperation[] = [
  read('first_formula', 'Filter on a formula', (turn) => list({ 'filter[margin][gt]': 400 + turn / 8 })),
]

function read(name: string, title: string, pathOf: (turn: number) => string): FirstOperation {
  return { name, title, request: (turn) => ({ method: 'GET', path: pathOf(turn) }) }
}

function pick<T>(values: readonly T[], turn: number): T {
  return values[turn % values.length] as T
}

function twoWords(turn: number): string {
  const quality = pick(qualities, turn)
  const thing = pick(things, Math.floor(turn / qualities.length))
  const cut = Math.floor(turn / (qualities.length * things.length))
  return `${quality.slice(cut % 3)} ${thing.slice(0, thing.length - (Math.floor(cut / 3) % 2))}`
}

function search(q: string): Record<string, string> {
  return { q, sort: 'relevance' }
}

// Coprime to their number, so that each turn of a thousand has another one.
function brandOf(turn: number): string {
  return pick(brands, turn * 377)
}

function misspelled(word: string, turn: number): string {
  const at = 1 + (Math.floor(turn / 4) % (word.length - 2))
  const [start, rest] = [word.slice(0, at), word.slice(at)]
  const forms = [rest.slice(1), `x${rest}`, `x${rest.slice(1)}`, `${rest[1]}${rest[0]}${rest.slice(2)}`]
  return start + pick(forms, turn)
}

function twoLongWords(turn: number): string {
  const words = pick(sentences, turn).split(' ')
  const at = Math.floor(turn / sentences.length) % (words.length - 1)
  const cut = Math.floor(turn / (sentences.length * 8))
  const [one = '', two = ''] = words.slice(at)
  return `${one.slice(cut % 2)} ${two.slice(0, Math.max(2, two.length - (cut % 5)))}`
}
