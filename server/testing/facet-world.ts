/**
 * A random catalog together with plain objects, and its facets the naive way: by reading each row, with
 * nothing shared.
 */
import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import type { FacetAnswer, FacetsAnswer } from '#shared/schemas/views.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { type ReadFacets, readFacets } from '../catalog/facets/read-facets.ts'
import type { FilterClause } from '../catalog/query/list-request.ts'
import { attributesOf } from '../store/tables/attributes.ts'
import { makeIndex } from '../store/tables/index-tables.ts'
import { ensureValueIndex } from '../store/tables/indexes.ts'
import { plainFold } from './list-oracle.ts'
import { ScratchCatalog } from './scratch-catalog.ts'

export type Pick = <T>(values: readonly T[]) => T

export function seededPick(seed: number): Pick {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  return (values) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return values[Math.floor(share * values.length)] as (typeof values)[number]
  }
}

interface PlainProduct {
  readonly id: string
  readonly parent: PlainProduct | undefined
  readonly own: Readonly<Record<string, unknown>>
}

type Comparable = string | number

const brands = ['Nordvik', 'nordvik ', 'Straße', 'STRASSE', 'ﬁsh', 'Oak, ash', '', undefined, undefined]
const tags = ['new', 'new, sale', 'sale, eco', 'eco', undefined]
const days = ['2024-02-29', '2023-12-31', '2024-01-01', '1999-01-01', undefined]
const moments = ['2024-02-29T10:00:00Z', '2024-03-01T23:59:59.999Z', '2024-02-29T10:30:00+01:00', undefined]
const numbers = [0, -1, 1, 0.1, 0.3, 1e-7, 2 ** 53, 100, 3, 3, undefined]
const texts = ['Chair', ' chair', '🪑 stool', 'm²', 'z'.repeat(30), 'a b']

const families = {
  title: 'text',
  brand: 'text',
  price: 'number',
  stock: 'number',
  released: 'date',
  seen: 'moment',
  active: 'boolean',
  tags: 'tokens',
  colour: 'text',
  vendor: 'id',
  partners: 'id',
  vendor_name: 'text',
  twice: 'number',
  'title:length': 'number',
  'brand:length': 'number',
  'colour:length': 'number',
} as const
type Key = keyof typeof families
const keys = Object.keys(families) as Key[]
const presences = keys.filter((key) => !key.includes(':')).map((key) => `${key}:presence`)

export class FacetWorld implements Disposable {
  readonly #catalog = new ScratchCatalog()
  readonly #vendors: EntityResource[]
  readonly #products: PlainProduct[] = []
  readonly #pick: Pick

  constructor(pick: Pick, size: number) {
    this.#pick = pick
    this.#define()
    this.#vendors = ['Nord', 'Süd', 'Straße'].map((name) => this.#catalog.create('vendor', { name }))
    for (let count = 0; count < size; count += 1) this.#create()
  }

  makeIndexes(): void {
    this.#catalog.write((tx) => {
      for (const { id, traits } of attributesOf(tx, 'product').list) {
        if (traits.shape !== 'scalar') continue
        ensureValueIndex(tx, id)
        makeIndex(tx, `length_${id}`)
      }
    })
  }

  [Symbol.dispose](): void {
    this.#catalog[Symbol.dispose]()
  }

  #define(): void {
    const of = (key: string, data_type: string, rest: object = {}) =>
      this.#catalog.define('product', key, { key, data_type: data_type, ...rest })
    this.#catalog.define('vendor', 'name', { key: 'name', is_primary: true })
    of('title', 'single_line_text_field', { is_primary: true })
    of('brand', 'single_line_text_field')
    of('price', 'number')
    of('stock', 'number', { inheritance_mode: 'rollup_from_children', rollup_mode: 'unique' })
    of('released', 'date')
    of('seen', 'single_line_text_field', { constraints: { kind: 'date_time' } })
    of('active', 'boolean')
    of('tags', 'multi_select_list', { acceptable_values: 'new, sale, eco' })
    of('colour', 'single_line_text_field', { inheritance_mode: 'inherit_from_parent' })
    of('vendor', 'entity_reference', { reference: { type: 'vendor' } })
    of('partners', 'entity_list_reference', { reference: { type: 'vendor' } })
    of('vendor_name', 'reference_lookup', { reference: { via: 'vendor', attribute: 'name' } })
    of('twice', 'formula', { formula: '{{price}} * 2' })
  }

  #create(): void {
    const parent = this.#pick([undefined, undefined, ...this.#products.slice(0, 5)])
    const vendor = this.#pick([undefined, ...this.#vendors])
    const partners = this.#vendors.filter(() => this.#pick([true, false]))
    const drawn = {
      title: this.#pick(texts),
      brand: this.#pick(brands),
      price: this.#pick(numbers),
      stock: this.#pick(numbers),
      released: this.#pick(days),
      seen: this.#pick(moments),
      active: this.#pick([true, false, undefined]),
      tags: this.#pick(tags),
      colour: this.#pick(['Red', 'red', 'weiß', undefined, undefined]),
      vendor: vendor?.id,
      partners: partners.length > 0 ? partners.map(({ id }) => id) : undefined,
    }
    const own = Object.fromEntries(
      Object.entries(drawn).filter(([, value]) => value !== undefined && value !== ''),
    )
    const { id } = this.#catalog.create('product', own, parent?.id)
    this.#products.push({ id, parent, own })
  }

  ask(): { request: FacetsQuery; answer: FacetsAnswer; naive: NaiveFacets } {
    const request: FacetsQuery = {
      facets: [...keys, ...presences].filter(() => this.#pick([true, false, false])),
      clauses: this.#someClauses([0, 0, 1]),
      join: this.#pick(['and', 'or'] as const),
      choices: this.#someClauses([0, 1, 2]),
      searched: this.#pick([undefined, 'str', 'o', 'new', 'ß']),
    }
    if (request.facets.length === 0) request.facets.push('brand')
    return { request, answer: this.#read(request), naive: this.#naive(request) }
  }

  #read({ facets, clauses, join, choices, searched }: FacetsQuery): FacetsAnswer {
    const input: ReadFacets = {
      type: 'product',
      request: { limit: 1000, offset: 0, sort: [], clauses, join },
      facets,
      choices: { clauses: choices },
      searches: searchedKeys(facets).flatMap((key) =>
        searched === undefined ? [] : [{ field: `search[${key}]`, key, text: searched }],
      ),
      faults: [],
    }
    return parseAnswer<{ data: FacetsAnswer }>(this.#catalog.read((db) => readFacets(db, input))).data
  }

  #someClauses(counts: readonly number[]): FilterClause[] {
    return Array.from({ length: this.#pick(counts) }, () => this.#clause())
  }

  #clause(): FilterClause {
    const key = this.#pick(keys)
    const isOrdered = ['number', 'date', 'moment'].includes(families[key])
    const operator = this.#pick(isOrdered ? ['eq', 'gte', 'lt', 'exists'] : ['eq', 'ne', 'eq', 'exists'])
    const value = operator === 'exists' ? this.#pick(['true', 'false']) : this.#operand(key)
    return { field: `choice[${key}][${operator}]`, key, operator, value }
  }

  #operand(key: Key): string {
    const operands: Record<(typeof families)[Key], readonly unknown[]> = {
      text: ['Nordvik', 'strasse', 'red', 'Chair', 'nord', 'Oak, ash'],
      number: [0, 1, 3, 5, 100],
      date: ['2024-01-01', '2024-02-29'],
      moment: ['2024-02-29T10:00:00Z'],
      boolean: [true, false],
      tokens: ['new', 'eco'],
      id: this.#vendors.map(({ id }) => id),
    }
    return String(this.#pick(operands[families[key]]))
  }

  #naive({ facets, clauses, join, choices, searched }: FacetsQuery): NaiveFacets {
    const holds = (one: PlainProduct) => (clause: FilterClause) => this.#meets(one, clause)
    const listed = this.#products.filter((one) =>
      join === 'and' || clauses.length === 0 ? clauses.every(holds(one)) : clauses.some(holds(one)),
    )
    const rowsOf = (facet: string) =>
      listed.filter((one) => choices.filter(({ key }) => !isOwn(facet, key)).every(holds(one)))
    return {
      matching: listed.filter((one) => choices.every(holds(one))).length,
      facets: facets.map((facet) => this.#naiveFacet(facet, rowsOf(facet), searched)),
    }
  }

  #naiveFacet(facet: string, rows: readonly PlainProduct[], searched: string | undefined): NaiveFacet {
    const key = facet.replace(':presence', '') as Key
    const comparables = rows.map((one) => this.#comparables(one, key))
    const filled = comparables.filter((each) => each.length > 0).length
    const blank = rows.length - filled
    if (facet.endsWith(':presence')) return { facet, filled, blank }
    const numbers = comparables.map((each) => each.map(positionOf(families[key])))
    if (['number', 'date', 'moment'].includes(families[key])) return { facet, numbers, blank }
    const counts = new Map<Comparable, number>()
    for (const each of comparables)
      for (const comparable of new Set(each)) counts.set(comparable, (counts.get(comparable) ?? 0) + 1)
    const isFound = (comparable: Comparable) =>
      searched === undefined ||
      families[key] === 'boolean' ||
      this.#textOf(key, comparable).includes(plainFold(searched))
    return { facet, counts: new Map([...counts].filter(([comparable]) => isFound(comparable))), blank }
  }

  #textOf(key: Key, comparable: Comparable): string {
    if (families[key] !== 'id') return String(comparable)
    return plainFold(this.#vendors.find(({ id }) => id === comparable)?.label ?? '')
  }

  #meets(one: PlainProduct, { key, operator, value }: FilterClause): boolean {
    const family = families[key as Key]
    const comparables = this.#comparables(one, key as Key)
    const wanted = family === 'boolean' ? Number(value === 'true') : comparableOf(family, value)
    if (operator === 'exists') return comparables.length > 0 === (value === 'true')
    if (operator === 'eq') return comparables.includes(wanted)
    if (operator === 'ne') return !comparables.includes(wanted)
    return comparables.some((comparable) => (operator === 'gte' ? comparable >= wanted : comparable < wanted))
  }

  #comparables(one: PlainProduct, key: Key): Comparable[] {
    const family = families[key]
    if (key.endsWith(':length')) {
      const shown = this.#shown(one, key.replace(':length', ''))
      return shown.map((text) => [...String(text).trim()].length)
    }
    const shown = this.#shown(one, key)
    if (family === 'tokens') return shown.flatMap((text) => String(text).split(', '))
    return shown.map((value) => comparableOf(family, value))
  }

  #shown(one: PlainProduct, key: string): unknown[] {
    const own = one.own[key]
    if (key === 'colour' && own === undefined) return one.parent ? this.#shown(one.parent, key) : []
    if (key === 'stock' && own === undefined) return this.#rolledUp(one, key)
    if (key === 'twice') return [Number((Number(one.own['price'] ?? 0) * 2).toPrecision(15))]
    if (key === 'vendor_name') {
      const label = this.#vendors.find(({ id }) => id === one.own['vendor'])?.label
      return label ? [label] : []
    }
    return own === undefined ? [] : [own].flat()
  }

  #rolledUp(one: PlainProduct, key: string): unknown[] {
    return this.#products
      .filter(({ parent }) => parent === one)
      .flatMap((child) => (child.own[key] === undefined ? this.#rolledUp(child, key) : [child.own[key]]))
  }
}

interface FacetsQuery {
  readonly facets: string[]
  readonly clauses: readonly FilterClause[]
  readonly join: 'and' | 'or'
  readonly choices: readonly FilterClause[]
  readonly searched: string | undefined
}

type NaiveFacet =
  | { readonly facet: string; readonly filled: number; readonly blank: number }
  | { readonly facet: string; readonly counts: ReadonlyMap<Comparable, number>; readonly blank: number }
  | { readonly facet: string; readonly numbers: readonly (readonly number[])[]; readonly blank: number }

interface NaiveFacets {
  readonly matching: number
  readonly facets: readonly NaiveFacet[]
}

function searchedKeys(facets: readonly string[]): string[] {
  return facets.filter((facet) => ['text', 'tokens', 'id'].includes(families[facet as Key] ?? ''))
}

function isOwn(facet: string, key: string): boolean {
  return facet === key || facet === `${key}:presence` || facet === `${key}:length`
}

function comparableOf(family: (typeof families)[Key], value: unknown): Comparable {
  if (family === 'number' || family === 'boolean') return Number(value)
  if (family === 'moment') return Date.parse(String(value))
  if (family === 'date' || family === 'id') return String(value)
  return plainFold(String(value))
}

function positionOf(family: (typeof families)[Key]): (comparable: Comparable) => number {
  return (comparable) => (family === 'date' ? Date.parse(String(comparable)) : Number(comparable))
}

export function compareFacets(answer: FacetsAnswer, naive: NaiveFacets): string[] {
  const wrong =
    answer.matching === naive.matching ? [] : [`matching ${answer.matching} not ${naive.matching}`]
  naive.facets.forEach((expected, at) => {
    const actual = answer.facets[at]
    const isSame =
      actual?.facet === expected.facet && actual.blank === expected.blank && isAs(actual, expected)
    if (!isSame) wrong.push(`${expected.facet}: ${JSON.stringify(actual)} not ${formatFacet(expected)}`)
  })
  return wrong
}

function formatFacet(facet: NaiveFacet): string {
  return JSON.stringify('counts' in facet ? { ...facet, counts: [...facet.counts] } : facet)
}

function isAs(actual: FacetAnswer, expected: NaiveFacet): boolean {
  if ('filled' in expected) return 'filled' in actual && actual.filled === expected.filled
  if ('counts' in expected) return 'values' in actual && isCounted(actual.values, expected.counts)
  return 'bins' in actual && isBinned(actual, expected.numbers)
}

type Values = Extract<FacetAnswer, { values: unknown }>['values']

function isCounted(values: Values, counts: ReadonlyMap<Comparable, number>): boolean {
  const isDescending = values.every(({ count }, at) => at === 0 || count <= (values[at - 1]?.count ?? 0))
  const comparableOfValue = (value: Values[number]['value']): Comparable => {
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'object' ? (value as ReferenceStub).id : plainFold(String(value))
  }
  const isEach = values.every(({ value, count }) => counts.get(comparableOfValue(value)) === count)
  return isDescending && isEach && values.length === counts.size
}

function isBinned(
  { min, max, bins }: Extract<FacetAnswer, { bins: unknown }>,
  rows: readonly (readonly number[])[],
): boolean {
  const all = rows.flat()
  if (all.length === 0) return min === null && max === null && bins.length === 0
  const at = (edge: unknown): number => (typeof edge === 'string' ? Date.parse(edge) : Number(edge))
  const isWithin = at(min) === Math.min(...all) && at(max) === Math.max(...all)
  const doTouch = bins.every(({ from }, index) => index === 0 || bins[index - 1]?.to === from)
  const isCovering = at(bins[0]?.from) <= at(min) && at(bins.at(-1)?.to) >= at(max)
  const isCounted = bins.every(({ from, to, count }, index) => {
    const isLast = index === bins.length - 1
    const isIn = (value: number) => value >= at(from) && (value < at(to) || (isLast && value === at(to)))
    return count === rows.filter((values) => values.some(isIn)).length
  })
  return isWithin && doTouch && isCovering && isCounted
}
