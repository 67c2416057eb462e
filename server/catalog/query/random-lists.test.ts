import { makeIndex } from '../../store/tables/index-tables.ts'
import { ensureValueIndex } from '../../store/tables/indexes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AttributeConfig, type DataType, dataTypes, dataTypeTraits } from '#shared/attributes.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import { listOperators } from '#shared/filters.ts'
import { naiveList, type OracleWorld } from '../../testing/list-oracle.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { advanceSearchIndex } from '../../store/search/search-index.ts'
import { restoreEntities, trashEntities } from '../trash/trash-entities.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'
import type { FilterClause, ListRequest } from './list-request.ts'
import { listVariants } from './list-entities.ts'
import { freezeList, readSnapshot } from './snapshot-pages.ts'
import { parseAnswer } from '../answer.ts'

/**
 * For random schemas, data and queries a list equals a naive filter over plain objects (specification,
 * List endpoints; decisions, Paging and readings 1 to 6), while the data change between the queries.
 */
const seed = 20261121
const texts = [
  'Chair',
  ' chair',
  'CHAIR\n',
  'Straße',
  'STRASSE',
  'straẞe 7',
  '100%',
  '100 %',
  'a_b',
  'axb',
  "O'Brien",
  '"quoted"',
  '🪑 stool',
  '🪑',
  'e\u0301clair',
  'Éclair',
  'm²',
  'm2',
  'ΣΊΣΥΦΟΣ',
  'σίσυφος',
  'ﬁsh',
  'a,b',
  'b, a',
  'filter[sku]=1',
  '\\',
  '*?[a-z]',
  '00123',
  '123',
  'true',
  '\u00a0wide\u3000',
  'z'.repeat(300),
  '\uffff',
  '\u{10ffff}',
]
const options = ['Red', 'red wine', 'Straße', '10 %', 'B_x']
const days = ['2024-02-29', '2023-12-31', '2024-01-01', '1999-01-01', '2024-03-01']
const numbers = [0, -1, 1, 0.1, 0.2, 0.30000000000000004, -2.5, 1e-7, 2 ** 53, -(2 ** 53), 100, 3]
const urls = [
  'https://example.com/a',
  'HTTPS://EXAMPLE.COM/A',
  'http://example.com/?q=100%25',
  'https://example.com/é',
]

const characters = [...'aAbBsSßẞﬁΣσςéÉe\u0301\u00e5\u212b 09%_\'"\\[]{}*?🪑\n\uffff\u{10ffff}.-+=&#;']
const pickText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 }),
)
const wholePositive = fc.integer({ min: 1, max: 9 })

const inputs: Partial<Record<DataType, fc.Arbitrary<unknown>>> = {
  single_line_text_field: pickText,
  multi_line_text_field: pickText,
  rich_text_field: pickText,
  number: fc.constantFrom(...numbers),
  boolean: fc.boolean(),
  date: fc.constantFrom(...days),
  url: fc.constantFrom(...urls),
  json: fc.constantFrom('{"a":1}', '[]', '"Chair"', ' 1 '),
  single_select_list: fc.constantFrom(...options),
  multi_select_list: fc.subarray(options, { minLength: 1 }).map((tokens) => tokens.join(' , ')),
  image: fc.constantFrom(...urls),
  video: fc.constantFrom(...urls),
  status: fc.constantFrom(...options),
  progress: fc.constantFrom(0, 0.5, 50, 100),
  rank: wholePositive,
}

const extras: Partial<Record<DataType, object>> = {
  single_select_list: { acceptable_values: options.join(',') },
  multi_select_list: { acceptable_values: options.join(',') },
  status: { acceptable_values: options.join(',') },
  entity_reference: { reference: { type: 'vendor' } },
  entity_list_reference: { reference: { type: 'vendor' } },
  reference_lookup: { reference: { via: 'owner', attribute: 'name' } },
}

const isEmptyType = (type: DataType) => type === 'formula'
// A lookup requires a path in its definition; effective-oracle.ts tests some.
const anySchema = fc.uniqueArray(
  fc.constantFrom(...dataTypes.filter((type) => type !== 'inverse_reference' && type !== 'reference_lookup')),
  { minLength: 3, maxLength: 8 },
)

class RandomCatalog implements Disposable {
  readonly catalog = new ScratchCatalog()
  readonly definitions = new Map<string, AttributeConfig>()
  readonly vendorDefinitions = new Map<string, AttributeConfig>()
  readonly vendors: EntityResource[]
  products: EntityResource[] = []
  readonly trash: EntityResource[] = []

  constructor(types: readonly DataType[]) {
    this.#define(this.vendorDefinitions, 'vendor', 'name', 'single_line_text_field', { is_primary: true })
    this.#define(this.definitions, 'product', 'title', 'single_line_text_field', { is_primary: true })
    this.catalog.define('product', 'owner', { data_type: 'entity_reference', reference: { type: 'vendor' } })
    for (const type of types)
      this.#define(this.definitions, 'product', `a_${type}`.slice(0, 40), type, extras[type])
    for (const type of ['entity_reference', 'entity_list_reference'] as const) {
      if (types.includes(type))
        this.#define(this.vendorDefinitions, 'vendor', `by_${type}`, 'inverse_reference', {
          reference: { type: 'product', attribute: `a_${type}` },
        })
    }
    this.vendors = ['Nord', 'Süd', 'STRASSE', 'Ost'].map((name) => this.catalog.create('vendor', { name }))
  }

  #define(
    into: Map<string, AttributeConfig>,
    type: EntityType,
    key: string,
    dataType: DataType,
    rest: object = {},
  ): void {
    into.set(key, this.catalog.define(type, key, { key, data_type: dataType, ...rest }))
  }

  get writes(): fc.Arbitrary<Record<string, unknown>> {
    const entries = [...this.definitions.values()]
      .filter(({ data_type: type }) => !isEmptyType(type))
      .map(({ key, data_type: type, is_primary: isPrimary }) => [
        key,
        isPrimary ? pickText.filter((text) => text !== '') : this.#input(type),
      ])
    return fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: ['title'],
    })
  }

  #input(type: DataType): fc.Arbitrary<unknown> {
    const ids = this.vendors.map(({ id }) => id)
    if (type === 'entity_reference') return fc.constantFrom(...ids, null)
    if (type === 'entity_list_reference') return fc.subarray(ids)
    return fc.option(inputs[type] ?? fc.constant(null), { freq: 5 })
  }

  create(attributes: Record<string, unknown>, parent?: string): void {
    this.products.push(this.catalog.create('product', attributes, parent))
  }

  update(index: number, attributes: Record<string, unknown>): void {
    const at = index % this.products.length
    const { id } = this.products[at] as EntityResource
    const request = { type: 'product' as const, id, body: { attributes }, faults: [], context: testContext }
    this.products[at] = this.catalog.answer<EntityResource>((tx) => updateEntity(tx, request)).data
  }

  makeIndexes(): void {
    this.catalog.write((tx) => {
      for (const { id, traits } of attributesOf(tx, 'product').list)
        if (traits.shape === 'scalar') {
          ensureValueIndex(tx, id)
          if (traits.family === 'text') makeIndex(tx, `order_${id}`)
        }
      while (advanceSearchIndex(tx, 'product'));
    })
  }

  /** Only a product without variants, so that no other entity goes along. */
  trashOne(index: number): void {
    const leaves = this.products.filter(({ id }) => this.products.every((other) => other.parent_id !== id))
    const gone = leaves[index % leaves.length] as EntityResource
    const body = { type: 'product', ids: [gone.id] }
    this.catalog.write((tx) => trashEntities(tx, { body, faults: [], context: testContext }))
    this.products = this.products.filter((one) => one !== gone)
    this.trash.push(gone)
  }

  restoreOne(): void {
    const back = this.trash.pop()
    if (!back || (back.parent_id !== null && this.products.every(({ id }) => id !== back.parent_id))) return
    const body = { type: 'product', ids: [back.id] }
    this.catalog.write((tx) => restoreEntities(tx, { body, faults: [], context: testContext }))
    const [now] = this.catalog.list('product', { clauses: [clause('id', 'eq', back.id)] }).data
    this.products = [...this.products, now as EntityResource].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  world(type: 'product' | 'vendor'): OracleWorld {
    if (type === 'product')
      return { entities: this.products, definitions: this.definitions, inverse: () => [] }
    const inverse = ({ id }: EntityResource, key: string) =>
      this.products
        .filter(({ attributes }) =>
          [attributes[key.slice('by_'.length).replace(/^/, 'a_')]].flat().some((stub) => isStub(stub, id)),
        )
        .map((product) => product.id)
    return { entities: this.vendors, definitions: this.vendorDefinitions, inverse }
  }

  [Symbol.dispose](): void {
    this.catalog[Symbol.dispose]()
  }
}

function isStub(value: unknown, id: string): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && value.id === id
}

function clause(key: string, operator: string, value: string): FilterClause {
  return { field: `filter[${key}][${operator}]`, key, operator, value }
}

const systemKeys = ['id', 'parent_id', 'created_at', 'updated_at']

function anyClause(random: RandomCatalog, type: 'product' | 'vendor'): fc.Arbitrary<FilterClause> {
  const { definitions } = random.world(type)
  return fc.constantFrom(...definitions.keys(), ...systemKeys).chain((key) => {
    const definition = definitions.get(key)
    const family = definition
      ? dataTypeTraits[definition.data_type].family
      : key.endsWith('_at')
        ? ('timestamp' as const)
        : ('id' as const)
    return fc.constantFrom(...listOperators(family)).chain((operator) => {
      if (operator === 'exists')
        return fc.constantFrom('true', 'false').map((value) => clause(key, operator, value))
      const operand = anyOperand(random, family, key)
      if (operator !== 'in') return operand.map((value) => clause(key, operator, value))
      return fc
        .array(
          operand.filter((text) => !text.includes(',')),
          { minLength: 1, maxLength: 4 },
        )
        .map((values) => clause(key, operator, `${values.join(', ')},`))
    })
  })
}

function anyTree(random: RandomCatalog, type: 'product' | 'vendor'): fc.Arbitrary<ClauseGroup<FilterClause>> {
  const join = fc.constantFrom('and' as const, 'or' as const)
  const one = anyClause(random, type)
  const groupOf = (part: fc.Arbitrary<FilterClause | ClauseGroup<FilterClause>>) =>
    fc.record({ join, parts: fc.array(part, { minLength: 1, maxLength: 3 }) })
  return groupOf(fc.oneof(one, groupOf(fc.oneof(one, groupOf(one)))))
}

function anyOperand(random: RandomCatalog, family: string, key: string): fc.Arbitrary<string> {
  if (family === 'number') return fc.constantFrom(...numbers, 0.5, 50, 2).map(String)
  if (family === 'date') return fc.constantFrom(...days, '2024-02-28')
  if (family === 'boolean') return fc.constantFrom('true', 'false')
  if (family === 'timestamp')
    return fc
      .nat()
      .map((index) => random.products[index % random.products.length]?.[key as 'created_at'] ?? '2024-01-01')
  if (family === 'id') {
    const ids = [...random.vendors, ...random.products.slice(0, 6)].map(({ id }) => id)
    return fc
      .tuple(fc.constantFrom(...ids), fc.boolean())
      .map(([id, isUpper]) => (isUpper ? id.toUpperCase() : id))
  }
  const partOf = (text: string) => [...text].slice(0, 3).join('')
  return fc
    .oneof(
      pickText,
      pickText.map(partOf),
      fc.constantFrom(...options, ...urls, 'red', 'Red, red wine', 'e', '/'),
    )
    .filter((text) => text.trim() !== '')
}

function anyList(random: RandomCatalog, type: 'product' | 'vendor'): fc.Arbitrary<Partial<ListRequest>> {
  const { definitions } = random.world(type)
  const sortable = [...definitions.values()].filter(({ data_type: one }) => dataTypeTraits[one].sortable)
  const keys = [...sortable.map(({ key }) => key), ...systemKeys]
  const selectable = [...definitions.values()].filter(({ data_type: one }) => one !== 'inverse_reference')
  return fc.record(
    {
      clauses: fc.array(anyClause(random, type), { maxLength: 3 }),
      join: fc.constantFrom('and' as const, 'or' as const),
      tree: anyTree(random, type),
      sort: fc.uniqueArray(fc.record({ key: fc.constantFrom(...keys), descending: fc.boolean() }), {
        maxLength: 3,
        selector: ({ key }) => key,
      }),
      q: pickText.filter((text) => text.trim() !== ''),
      fields: fc.subarray(
        selectable.map(({ key }) => key),
        { minLength: 1 },
      ),
    },
    { requiredKeys: ['clauses', 'join', 'sort'] },
  )
}

const ids = (entities: readonly { readonly id: string }[]) => entities.map(({ id }) => id)

function narrowed(entity: EntityResource, fields: readonly string[] | undefined): EntityResource {
  if (!fields) return entity
  const selected = Object.entries(entity.attributes).filter(([key]) => fields.includes(key))
  return { ...entity, attributes: Object.fromEntries(selected) }
}

function checkPage(
  random: RandomCatalog,
  type: 'product' | 'vendor',
  request: Partial<ListRequest>,
  [limit, offset]: readonly [number, number],
): void {
  const expected = naiveList(random.world(type), request)
  const { data, pagination } = random.catalog.list(type, { ...request, limit, offset })
  expect(ids(data)).toEqual(ids(expected.slice(offset, offset + limit)))
  expect(data).toEqual(expected.slice(offset, offset + limit).map((one) => narrowed(one, request.fields)))
  const { next_cursor: _cursor, ...page } = pagination
  expect(page).toEqual({ total: expected.length, limit, offset, has_more: offset + limit < expected.length })
}

const schemas = fc.sample(anySchema, { seed, numRuns: process.env['LONG_TESTS'] ? 10 : 5 })

describe.each(schemas.map((types, index) => [types.join(' '), types, index] as const))(
  '%s',
  (_name, types, index) => {
    const random = new RandomCatalog(types)
    // The query plan depends on the number of matches, so two catalogs are larger than any sample.
    const size = index < 2 ? 300 : 40
    const data = fc.sample(random.writes, { seed: seed + index, numRuns: size })
    for (const [at, attributes] of data.entries())
      random.create(attributes, at > 5 && at % 3 === 0 ? random.products[at % 5]?.id : undefined)
    if (index % 2 === 0) random.makeIndexes()
    const options = { seed: seed + index, numRuns: 40 }
    const window = fc.tuple(fc.integer({ min: 1, max: size / 2 }), fc.nat({ max: size + 5 }))

    test('pages and totals equal the oracle while products change', () => {
      expect.hasAssertions()
      const change = fc.record({ kind: fc.nat({ max: 9 }), at: fc.nat({ max: 1000 }), writes: random.writes })
      fc.assert(
        fc.property(
          anyList(random, 'product'),
          anyList(random, 'vendor'),
          window,
          change,
          (products, vendors, cut, { kind, at, writes }) => {
            if (kind < 3) random.update(at, writes)
            else if (kind === 3) random.create(writes)
            else if (kind === 4) random.trashOne(at)
            else if (kind === 5) random.restoreOne()
            checkPage(random, 'product', products, cut)
            checkPage(random, 'product', products, cut)
            if (kind > 5) checkPage(random, 'vendor', vendors, [10, 0])
          },
        ),
        options,
      )
    })

    test('a walk by cursor meets every row once, in order, while others insert', () => {
      fc.assert(
        fc.property(
          anyList(random, 'product'),
          fc.integer({ min: 2, max: 15 }),
          random.writes,
          (request, limit, writes) => {
            const before = ids(naiveList(random.world('product'), request))
            const seen: string[] = []
            let cursor: string | undefined
            for (let isMore = true; isMore;) {
              const { data, pagination } = random.catalog.list('product', { ...request, limit, cursor })
              seen.push(...ids(data))
              cursor = pagination.next_cursor
              isMore = pagination.has_more
              if (seen.length < 30) random.create(writes)
            }
            expect(new Set(seen).size).toBe(seen.length)
            expect(seen.filter((id) => before.includes(id))).toEqual(before)
          },
        ),
        { ...options, numRuns: 10 },
      )
    })

    test('a snapshot keeps its positions while others insert, change and delete', () => {
      fc.assert(
        fc.property(
          anyList(random, 'product'),
          window,
          random.writes,
          fc.nat(),
          (request, [limit, offset], writes, at) => {
            const list = { limit: 5, offset: 0, sort: [], clauses: [], join: 'and' as const, ...request }
            const input = { type: 'product' as const, request: list, faults: [], snapshot: 's' }
            const frozen = naiveList(random.world('product'), request)
            const { ids: frozenIds } = random.catalog.read((db) => freezeList(db, input))
            random.create(writes)
            random.update(at, writes)
            random.trashOne(at)
            const answer = parseAnswer<{ data: EntityResource[]; pagination: Record<string, unknown> }>(
              random.catalog.read((db) =>
                readSnapshot(db, {
                  ...input,
                  request: { ...list, limit, offset },
                  frozen: { type: 'product', request: list, ids: frozenIds },
                }),
              ),
            )
            const positions = frozen.slice(offset, offset + limit)
            const alive = positions.flatMap(({ id }) => random.products.find((one) => one.id === id) ?? [])
            expect(answer.data).toEqual(alive.map((one) => narrowed(one, request.fields)))
            expect(answer.pagination).toMatchObject({
              total: frozen.length,
              limit,
              offset,
              has_more: offset + limit < frozen.length,
              gone: positions.flatMap(({ id }, index) =>
                random.products.some((one) => one.id === id) ? [] : [offset + index],
              ),
            })
          },
        ),
        { ...options, numRuns: 15 },
      )
    })

    test('variants are the same list over the children', () => {
      fc.assert(
        fc.property(anyList(random, 'product'), window, fc.nat(), (request, [limit, offset], at) => {
          const parents = random.products.filter(({ id }) =>
            random.products.some((one) => one.parent_id === id),
          )
          const { id } = parents[at % parents.length] ?? random.products[0]!
          const children = random.products.filter((one) => one.parent_id === id)
          const expected = naiveList(
            { ...random.world('product'), entities: children, parents: random.products },
            request,
          )
          const list = { sort: [], clauses: [], join: 'and' as const, ...request, limit, offset }
          const answer = parseAnswer<{
            data: EntityResource[]
            pagination: { total: number }
          }>(random.catalog.read((db) => listVariants(db, { id, request: list, faults: [] })))
          expect(answer.data).toEqual(
            expected.slice(offset, offset + limit).map((one) => narrowed(one, request.fields)),
          )
          expect(answer.pagination.total).toBe(expected.length)
        }),
        { ...options, numRuns: 15 },
      )
      random[Symbol.dispose]()
    })
  },
)
