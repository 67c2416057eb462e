/** Effective values over plain data, the naive way: the reference for reads, filters and sorts. */
import { evaluateFormula, type FormulaValue, type ValueType } from '#shared/formula/value.ts'
import { checkFormula } from '#shared/formula/formula.ts'
import { foldText, splitList } from '#shared/text.ts'

type Scalar = string | number | boolean

export interface PlainAttribute {
  readonly key: string
  readonly type: 'vendor' | 'product'
  readonly kind: 'text' | 'number' | 'multi' | 'reference' | 'list' | 'lookup' | 'formula'
  readonly mode?: 'inherit' | 'unique' | 'all'
  readonly via?: string
  readonly target?: string
  readonly formula?: string
}

export interface PlainEntity {
  readonly type: 'vendor' | 'product'
  readonly position: number
  parent: PlainEntity | undefined
  readonly own: Map<string, Scalar | PlainEntity[]>
}

/** One value of an entity: as shown, as filters compare it and as sorts compare it. */
export interface Effective {
  readonly shown: Scalar | undefined
  readonly comparables: readonly (string | number)[]
  readonly key: string | number | undefined
  readonly links: readonly PlainEntity[]
  readonly members: readonly (string | number)[]
}

const nothing: Effective = { shown: undefined, comparables: [], key: undefined, links: [], members: [] }

const has = ({ shown, links }: Effective) => shown !== undefined || links.length > 0
const comparableOf = (value: Scalar) => (typeof value === 'string' ? foldText(value) : Number(value))

export class EffectiveOracle {
  readonly #attributes: readonly PlainAttribute[]
  readonly #entities: readonly PlainEntity[]
  readonly #known = new Map<PlainEntity, Map<PlainAttribute, Effective>>()

  constructor(attributes: readonly PlainAttribute[], entities: readonly PlainEntity[]) {
    this.#attributes = attributes
    this.#entities = entities
  }

  attribute(type: PlainEntity['type'], key: string): PlainAttribute {
    const found = this.#attributes.find((one) => one.type === type && one.key === key)
    if (!found) throw new Error(`There is no attribute ${key}.`)
    return found
  }

  value(entity: PlainEntity, attribute: PlainAttribute): Effective {
    const known = this.#known.get(entity) ?? new Map<PlainAttribute, Effective>()
    this.#known.set(entity, known)
    const value = known.get(attribute) ?? this.#compute(entity, attribute)
    known.set(attribute, value)
    return value
  }

  #compute(entity: PlainEntity, attribute: PlainAttribute): Effective {
    const base = this.#base(entity, attribute)
    if (has(base) || !attribute.mode) return base
    if (attribute.mode === 'inherit') return entity.parent ? this.value(entity.parent, attribute) : nothing
    return this.#combine(this.#holders(entity, attribute), attribute)
  }

  #holders(entity: PlainEntity, attribute: PlainAttribute): Effective[] {
    const found: [number, Effective][] = []
    const visit = (parent: PlainEntity): void => {
      for (const child of this.#entities.filter((one) => one.parent === parent)) {
        const base = this.#base(child, attribute)
        if (has(base)) found.push([child.position, base])
        else visit(child)
      }
    }
    visit(entity)
    return found.sort(([a], [b]) => a - b).map(([, base]) => base)
  }

  #combine(values: readonly Effective[], attribute: PlainAttribute): Effective {
    if (values.length === 0) return nothing
    const links = [...new Set(values.flatMap((value) => value.links))]
    if (this.isReference(attribute)) return { ...nothing, links }
    const seen = new Set<unknown>()
    const distinct = values.filter(({ key }) => attribute.mode === 'all' || (!seen.has(key) && seen.add(key)))
    const [first] = distinct
    const shown =
      distinct.length === 1 ? first?.shown : distinct.map((value) => String(value.shown)).join(', ')
    const keys = values.map(({ key }) => Number(key))
    return {
      shown,
      comparables: values.flatMap(({ comparables }) => comparables),
      key: this.family(attribute) === 'number' ? Math.min(...keys) : foldText(String(shown)),
      links: [],
      members: distinct.flatMap((value) => value.members),
    }
  }

  #member(attribute: PlainAttribute, { shown, key }: Effective): (string | number)[] {
    return [(this.family(attribute) === 'number' ? key : shown) as string | number]
  }

  #base(entity: PlainEntity, attribute: PlainAttribute): Effective {
    switch (attribute.kind) {
      case 'lookup':
        return this.#lookup(entity, attribute)
      case 'formula':
        return this.#formula(entity, attribute)
      default:
        return ownValue(entity, attribute)
    }
  }

  #lookup(entity: PlainEntity, attribute: PlainAttribute): Effective {
    const via = this.attribute('product', attribute.via ?? '')
    const target = this.attribute('vendor', attribute.target ?? '')
    const values = this.value(entity, via).links.map((link) => this.value(link, target))
    if (!this.isSeveral(via)) return values[0] ?? nothing
    if (this.isReference(target))
      return { ...nothing, links: [...new Set(values.flatMap(({ links }) => links))] }
    const filled = values.filter(({ shown }) => shown !== undefined)
    if (filled.length === 0) return nothing
    const text = filled.map(({ shown }) => String(shown)).join(', ')
    const members = filled.flatMap((value) => this.#member(target, value))
    return { shown: text, comparables: [foldText(text)], key: foldText(text), links: [], members }
  }

  #formula(entity: PlainEntity, attribute: PlainAttribute): Effective {
    const formula = this.#check(attribute)
    const valueOf = (key: string) => this.#input(entity, this.attribute(attribute.type, key))
    const shown = evaluateFormula(formula, valueOf, '2026-01-01')
    if (shown === null) return nothing
    return {
      shown,
      comparables: [comparableOf(shown)],
      key: comparableOf(shown),
      links: [],
      members: [shown as string | number],
    }
  }

  #check(attribute: PlainAttribute) {
    return checkFormula(attribute.formula ?? '', {
      typeOf: (key) => this.#inputType(this.attribute(attribute.type, key)),
      keys: () => [],
    })
  }

  #input(entity: PlainEntity, attribute: PlainAttribute): FormulaValue {
    const { shown, links, members } = this.value(entity, attribute)
    const labels = links.flatMap((link) => {
      const label = link.own.get('name')
      return label === undefined ? [] : [label as string]
    })
    if (this.isReference(attribute)) return this.isSeveral(attribute) ? listOf(labels) : (labels[0] ?? null)
    if (this.#hasTokens(attribute)) return shown === undefined ? null : listOf(splitList(String(shown)))
    return this.#inputType(attribute) === 'list' ? listOf(members) : (shown ?? null)
  }

  #inputType(attribute: PlainAttribute): ValueType {
    if (this.isSeveral(attribute) || this.isJoined(attribute) || this.#hasTokens(attribute)) return 'list'
    return this.family(attribute) === 'number' ? 'number' : 'text'
  }

  #hasTokens(attribute: PlainAttribute): boolean {
    if (attribute.kind === 'multi') return true
    return (
      attribute.kind === 'lookup' && !this.isJoined(attribute) && this.#hasTokens(this.#target(attribute))
    )
  }

  #target({ target }: PlainAttribute): PlainAttribute {
    return this.attribute('vendor', target ?? '')
  }

  isReference(attribute: PlainAttribute): boolean {
    if (attribute.kind === 'lookup') return this.isReference(this.#target(attribute))
    return attribute.kind === 'reference' || attribute.kind === 'list'
  }

  isJoined(attribute: PlainAttribute): boolean {
    if (attribute.kind !== 'lookup' || this.isReference(attribute)) return false
    return (
      this.isSeveral(this.attribute('product', attribute.via ?? '')) || this.isJoined(this.#target(attribute))
    )
  }

  isSeveral(attribute: PlainAttribute): boolean {
    if (attribute.mode === 'unique' || attribute.mode === 'all' || attribute.kind === 'list') return true
    if (attribute.kind !== 'lookup' || this.isJoined(attribute)) return false
    return (
      this.isSeveral(this.attribute('product', attribute.via ?? '')) ||
      this.isSeveral(this.#target(attribute))
    )
  }

  family(attribute: PlainAttribute): 'text' | 'number' {
    if (attribute.kind === 'number') return 'number'
    if (attribute.kind === 'lookup')
      return this.isJoined(attribute) ? 'text' : this.family(this.#target(attribute))
    return attribute.kind === 'formula' && this.#check(attribute).type === 'number' ? 'number' : 'text'
  }
}

function listOf(members: readonly (string | number)[]): FormulaValue {
  return members.length > 0 ? members : null
}

function ownValue(entity: PlainEntity, { key }: PlainAttribute): Effective {
  const own = entity.own.get(key)
  if (own === undefined) return nothing
  if (Array.isArray(own)) return { ...nothing, links: own }
  return {
    shown: own,
    comparables: [comparableOf(own)],
    key: comparableOf(own),
    links: [],
    members: [own as string | number],
  }
}
