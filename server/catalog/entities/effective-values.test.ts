import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttributeCreate } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import { foldText, splitList } from '#shared/text.ts'
import {
  type Effective,
  EffectiveOracle,
  type PlainAttribute,
  type PlainEntity,
} from '../../testing/effective-oracle.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { updateEntity } from './update-entity.ts'

/** Random schemas of formulas, lookups, inheritance and roll-ups over each other, compared with the naive oracle. */
type Choose = <T>(values: readonly T[]) => T

const modes = [undefined, 'inherit', 'unique', 'all'] as const

function randomSchema(choose: Choose): PlainAttribute[] {
  const mode = () => ({ mode: choose(modes) }) as Partial<PlainAttribute>
  const own: PlainAttribute[] = [
    { key: 'name', type: 'vendor', kind: 'text' },
    { key: 'lead', type: 'vendor', kind: 'number' },
    { key: 'tags', type: 'vendor', kind: 'multi' },
    { key: 'twice', type: 'vendor', kind: 'formula', formula: '{{lead}} * 2 + 0.1' },
    { key: 'name', type: 'product', kind: 'text' },
    { key: 'price', type: 'product', kind: 'number', ...mode() },
    { key: 'color', type: 'product', kind: 'text', ...mode() },
    { key: 'tags', type: 'product', kind: 'multi', ...mode() },
    { key: 'vendor', type: 'product', kind: 'reference', ...mode() },
    { key: 'others', type: 'product', kind: 'list', ...mode() },
  ]
  const lookups = [0, 1].map((index): PlainAttribute => ({
    key: `look${index}`,
    type: 'product',
    kind: 'lookup',
    via: choose(['vendor', 'others']),
    target: choose(['name', 'lead', 'tags', 'twice']),
    ...mode(),
  }))
  const formula = (key: string, texts: readonly string[]): PlainAttribute => ({
    key,
    type: 'product',
    kind: 'formula',
    formula: choose(texts),
    ...mode(),
  })
  return [
    ...own,
    ...lookups,
    formula('first', [
      'SUM({{price}}) * 3 - 1',
      '{{color}} & "-" & {{look0}}',
      'COUNT({{look1}})',
      'IF(COUNT({{tags}}) > 1, "many", "")',
    ]),
    formula('second', [
      '{{first}} & "!" & {{vendor}}',
      'LEN({{first}}) / 3',
      'IF({{first}} & "" = "many", {{color}}, {{name}})',
      'COUNT({{others}}) + LEN({{look0}})',
    ]),
  ]
}

class World {
  readonly catalog = new ScratchCatalog()
  readonly entities: PlainEntity[] = []
  readonly ids = new Map<PlainEntity, string>()
  attributes: PlainAttribute[] = []
  readonly differences: object[] = []
  readonly choose: Choose

  constructor(choose: Choose) {
    this.choose = choose
    const schema = randomSchema(choose)
    for (const attribute of schema) this.define(attribute)
    for (const type of ['vendor', 'vendor', 'vendor'] as const) this.create(type)
    for (let count = 0; count < 9; count += 1) this.create('product')
  }

  get oracle(): EffectiveOracle {
    return new EffectiveOracle(this.attributes, this.entities)
  }

  define(attribute: PlainAttribute): void {
    this.catalog.define(attribute.type, attribute.key, toBody(attribute))
    this.attributes.push(attribute)
  }

  of(type: PlainEntity['type']): PlainEntity[] {
    return this.entities.filter((entity) => entity.type === type)
  }

  create(type: PlainEntity['type']): void {
    const parent = type === 'product' ? this.choose([undefined, ...this.of('product')]) : undefined
    const entity: PlainEntity = { type, position: this.entities.length, parent, own: new Map() }
    for (const attribute of this.attributes) if (attribute.type === type) this.setRandomly(entity, attribute)
    const { id } = this.catalog.create(type, this.body(entity), parent && this.ids.get(parent))
    this.entities.push(entity)
    this.ids.set(entity, id)
  }

  setRandomly(entity: PlainEntity, { key, kind }: PlainAttribute): void {
    const value = key === 'name' ? this.choose(['Red', 'Blue', 'ß']) : this.randomValue(kind)
    if (value === undefined) entity.own.delete(key)
    else entity.own.set(key, value)
  }

  randomValue(kind: PlainAttribute['kind']) {
    const vendors = this.of('vendor')
    const values: Record<PlainAttribute['kind'], readonly (string | number | PlainEntity[] | undefined)[]> = {
      text: ['Red', 'red ', 'Blue', 'ß', undefined, undefined],
      number: [1, 2.5, 10, 0.3, undefined, undefined],
      multi: ['x', 'x, y', 'z', undefined],
      reference: [...vendors.map((vendor) => [vendor]), undefined, undefined],
      list: [vendors, vendors.slice(1), vendors.toReversed(), undefined].map((list) =>
        list?.length ? list : undefined,
      ),
      lookup: [undefined],
      formula: [undefined],
    }
    return this.choose(values[kind])
  }

  body({ own }: PlainEntity): Record<string, unknown> {
    return Object.fromEntries([...own].map(([key, value]) => [key, this.toWire(key, value)]))
  }

  toWire(key: string, value: unknown): unknown {
    if (!Array.isArray(value)) return value
    const ids = (value as PlainEntity[]).map((target) => this.ids.get(target))
    return key === 'vendor' ? ids[0] : ids
  }

  patch(
    entity: PlainEntity,
    body: { attributes?: Record<string, unknown>; parent_id?: string | null },
  ): void {
    const id = this.ids.get(entity) as string
    const request = { type: entity.type, id, body, faults: [], context: testContext }
    this.catalog.write((tx) => updateEntity(tx, request))
  }

  changeValue(): void {
    const entity = this.choose(this.entities)
    const isStored = ({ kind }: PlainAttribute) => kind !== 'lookup' && kind !== 'formula'
    const attribute = this.choose(this.attributes.filter((one) => one.type === entity.type && isStored(one)))
    const hadOwn = entity.own.has(attribute.key)
    const shown = this.oracle.value(entity, attribute)
    this.setRandomly(entity, attribute)
    const value = entity.own.get(attribute.key)
    const blank = attribute.kind === 'list' ? [] : null
    const sent = value === undefined ? blank : this.toWire(attribute.key, value)
    this.patch(entity, { attributes: { [attribute.key]: sent } })
    // A value that is shown already and sent back is not stored (decisions, reading 10).
    if (!hadOwn && value !== undefined && isSame(shown, value)) entity.own.delete(attribute.key)
  }

  move(): void {
    const entity = this.choose(this.of('product'))
    const within = (other: PlainEntity | undefined): boolean =>
      other === entity || (other !== undefined && within(other.parent))
    entity.parent = this.choose([undefined, ...this.of('product').filter((other) => !within(other))])
    this.patch(entity, { parent_id: entity.parent ? (this.ids.get(entity.parent) as string) : null })
  }

  redefine(): void {
    const attribute = this.choose(
      this.attributes.filter(
        ({ key, type, kind }) =>
          type === 'product' && (kind === 'text' || kind === 'reference') && key !== 'name',
      ),
    )
    const changed = { ...attribute, mode: this.choose(modes) } as PlainAttribute
    const body = {
      inheritance_mode: toBody(changed).inheritance_mode ?? 'off',
      rollup_mode: toBody(changed).rollup_mode ?? null,
    }
    this.catalog.write((tx) =>
      updateAttribute(tx, { key: attribute.key, type: 'product', body, faults: [], context: testContext }),
    )
    this.attributes = this.attributes.map((one) => (one === attribute ? changed : one))
  }

  compare(actual: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(actual, expected))
      this.differences.push({ actual, expected, attributes: this.attributes })
  }

  check(): void {
    const { oracle } = this
    for (const type of ['product', 'vendor'] as const) {
      const read = this.catalog.list(type).data
      const expected = this.of(type).map((entity) => this.expected(oracle, entity))
      this.compare(read.map(plain), expected)
    }
    for (const attribute of this.attributes) this.checkQueries(oracle, attribute)
  }

  expected(oracle: EffectiveOracle, entity: PlainEntity): Record<string, unknown> {
    const entries = this.attributes.flatMap((attribute): [string, unknown][] => {
      if (attribute.type !== entity.type) return []
      const { shown, links } = oracle.value(entity, attribute)
      const ids = links.map((link) => this.ids.get(link) as string)
      if (ids.length === 0) return shown === undefined ? [] : [[attribute.key, shown]]
      const isSingle = attribute.kind === 'reference' ? ids.length === 1 : !oracle.isSeveral(attribute)
      return [[attribute.key, isSingle ? ids[0] : ids]]
    })
    return Object.fromEntries(entries)
  }

  checkQueries(oracle: EffectiveOracle, attribute: PlainAttribute): void {
    const { type, key } = attribute
    const entities = this.of(type)
    const values = entities.map((entity) => oracle.value(entity, attribute))
    const idsWhere = (matches: (value: Effective) => boolean) =>
      entities.filter((_, index) => matches(values[index] as Effective)).map((entity) => this.ids.get(entity))
    const listed = (operator: string, value: string) =>
      this.listIds(type, { clauses: [{ field: 'f', key, operator, value }] }).data.map(({ id }) => id)
    this.compare(
      listed('exists', 'true'),
      idsWhere(({ shown, links }) => shown !== undefined || links.length > 0),
    )
    if (oracle.isReference(attribute)) {
      const vendor = this.choose(this.of('vendor'))
      const id = this.ids.get(vendor) as string
      this.compare(
        listed('eq', id),
        idsWhere(({ links }) => links.includes(vendor)),
      )
      return this.compare(
        listed('ne', id),
        idsWhere(({ links }) => !links.includes(vendor)),
      )
    }
    if (oracle.family(attribute) === 'number') {
      const bound = this.choose([0, 1, 2.5, 5.1, 29])
      this.compare(
        listed('gte', `${bound}`),
        idsWhere(({ comparables }) => comparables.some((comparable) => (comparable as number) >= bound)),
      )
      this.compare(
        listed('ne', `${bound}`),
        idsWhere(({ comparables }) => !comparables.includes(bound)),
      )
    } else {
      const text = this.choose(['red', 'X', 'ss', '10', 'blue-x', '!'])
      const contains = ({ comparables }: Effective) =>
        comparables.some((comparable) => String(comparable).includes(foldText(text)))
      this.compare(listed('contains', text), idsWhere(contains))
      this.compare(
        listed('eq', text),
        idsWhere(({ comparables }) =>
          comparables.some((comparable) => equals(attribute, oracle, comparable, text)),
        ),
      )
    }
    this.checkSorts(type, key, values)
  }

  checkSorts(type: PlainEntity['type'], key: string, values: readonly Effective[]): void {
    const entities = this.of(type)
    for (const descending of [false, true]) {
      const order = entities
        .map((entity, index) => ({ id: this.ids.get(entity) as string, key: values[index]?.key, index }))
        .sort((a, b) => compareKeys(a.key, b.key, descending) || a.index - b.index)
        .map(({ id }) => id)
      this.compare(this.listAll(type, { key, descending }), order)
    }
  }

  /** The shown values are compared separately: here each query would compute all of them once more. */
  listIds(type: PlainEntity['type'], request: Parameters<ScratchCatalog['list']>[1]) {
    return this.catalog.list(type, { ...request, fields: ['name'] })
  }

  /** Page by page, so that cursors start at computed values too. */
  listAll(type: PlainEntity['type'], sort: { key: string; descending: boolean }): string[] {
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const request = { sort: [sort], limit: 5, ...(cursor !== undefined && { cursor }) }
      const { data, pagination } = this.listIds(type, request)
      ids.push(...data.map(({ id }) => id))
      if (!pagination.has_more || ids.length > this.entities.length) return ids
      cursor = pagination.next_cursor
    }
  }
}

test('reads, filters and sorts give what the naive oracle does, after every kind of change (decisions, reading 10)', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 400, maxLength: 400 }), (numbers) => {
      let next = 0
      const choose: Choose = (values) =>
        values[(numbers[next++ % numbers.length] as number) % values.length] as never
      const world = new World(choose)
      using _catalog = world.catalog
      world.check()
      for (let count = 0; count < 5; count += 1) {
        choose([
          () => world.changeValue(),
          () => world.changeValue(),
          () => world.move(),
          () => world.redefine(),
        ])()
        world.check()
      }
      expect(world.differences).toEqual([])
    }),
    { numRuns: process.env['LONG_TESTS'] ? 16 : 3, endOnFailure: true },
  )
}, 60_000)

function equals(
  attribute: PlainAttribute,
  oracle: EffectiveOracle,
  comparable: string | number,
  text: string,
): boolean {
  const hasTokens =
    attribute.kind === 'multi' ||
    (attribute.kind === 'lookup' && attribute.target === 'tags' && !oracle.isJoined(attribute))
  return hasTokens ? splitList(String(comparable)).includes(foldText(text)) : comparable === foldText(text)
}

function compareKeys(
  a: string | number | undefined,
  b: string | number | undefined,
  descending: boolean,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order = a < b ? -1 : a > b ? 1 : 0
  return descending ? -order : order
}

function isSame({ shown, links }: Effective, value: unknown): boolean {
  return Array.isArray(value)
    ? value.length === links.length && links.every((link, index) => link === value[index])
    : shown === value
}

function plain({ attributes }: EntityResource): Record<string, unknown> {
  const idOf = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(idOf) : typeof value === 'object' ? (value as { id: string }).id : value
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, idOf(value)]))
}

const dataTypes = {
  text: 'single_line_text_field',
  number: 'number',
  multi: 'multi_select_list',
  reference: 'entity_reference',
  list: 'entity_list_reference',
  lookup: 'reference_lookup',
  formula: 'formula',
} as const

function toBody({ key, kind, mode, via, target, formula }: PlainAttribute): Partial<AttributeCreate> {
  return {
    key,
    data_type: dataTypes[kind],
    ...(kind === 'multi' && { acceptable_values: 'x, y, z' }),
    ...(key === 'name' && { is_primary: true }),
    ...((kind === 'reference' || kind === 'list') && { reference: { type: 'vendor' as const } }),
    ...(kind === 'lookup' && { reference: { via: via as string, attribute: target as string } }),
    ...(formula !== undefined && { formula }),
    ...(mode === 'inherit' && { inheritance_mode: 'inherit_from_parent' }),
    ...((mode === 'unique' || mode === 'all') && {
      inheritance_mode: 'rollup_from_children',
      rollup_mode: mode,
    }),
  }
}
