import {
  type NewQualityRule,
  type QualityFinding,
  type QualityOf,
  type QualitySummary,
  severities,
} from '#shared/quality.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { updateEntity } from '../catalog/entities/update-entity.ts'
import { acceptFinding } from '../catalog/quality/accept-finding.ts'
import { listFindings } from '../catalog/quality/findings.ts'
import { readQuality, summarizeQuality } from '../catalog/quality/summary.ts'
import { createQualityRule } from '../catalog/quality/write-rules.ts'
import { restoreEntities, trashEntities } from '../catalog/trash/trash-entities.ts'
import type { Database, ReadableDb } from '../store/database/database.ts'
import { ensureValueIndex } from '../store/tables/indexes.ts'
import { attributesOf } from '../store/tables/attributes.ts'
import type { Pick } from './facet-world.ts'
import { evaluate, type PlainFinding, type PlainProduct, type PlainRule, shown } from './quality-oracle.ts'
import { anyKeys, drawn, randomRule } from './random-rules.ts'
import { ScratchCatalog, testContext } from './scratch-catalog.ts'

export class QualityWorld implements Disposable {
  readonly #catalog = new ScratchCatalog()
  readonly #reader: Database
  readonly #pick: Pick
  readonly #vendors: readonly string[]
  readonly #rules: PlainRule[] = []
  readonly #accepted = new Map<string, string>()
  #products: PlainProduct[] = []
  #trash: PlainProduct[] = []

  constructor(pick: Pick, size: number) {
    this.#pick = pick
    this.#define()
    this.#vendors = ['Nord', 'Süd'].map((name) => this.#catalog.create('vendor', { name }).id)
    for (let count = 0; count < size; count += 1) this.#create()
    for (let count = 0; count < 8; count += 1) this.#addRule(count)
    this.#reader = this.#catalog.openReader()
  }

  [Symbol.dispose](): void {
    this.#reader.close()
    this.#catalog[Symbol.dispose]()
  }

  makeIndexes(): void {
    this.#catalog.write((tx) => {
      for (const { id, traits } of attributesOf(tx, 'product').list)
        if (traits.shape === 'scalar') ensureValueIndex(tx, id)
    })
  }

  #define(): void {
    const of = (key: string, data_type: string, rest: object = {}) =>
      this.#catalog.define('product', key, { key, data_type, ...rest })
    this.#catalog.define('vendor', 'name', { key: 'name', is_primary: true })
    of('title', 'single_line_text_field', { is_primary: true })
    of('note', 'multi_line_text_field')
    for (const key of ['brand', 'code', 'size']) of(key, 'single_line_text_field')
    of('price', 'number')
    of('active', 'boolean')
    of('tags', 'multi_select_list', { acceptable_values: 'new, sale, eco' })
    of('colour', 'single_line_text_field', { inheritance_mode: 'inherit_from_parent' })
    of('vendor', 'entity_reference', { reference: { type: 'vendor' } })
    of('partners', 'entity_list_reference', { reference: { type: 'vendor' } })
    of('twice', 'formula', { formula: '{{price}} * 2' })
  }

  #draw(keys: readonly string[]): Record<string, unknown> {
    const values = Object.entries<readonly unknown[]>(drawn)
    const all: [string, unknown][] = [
      ...values.map(([key, some]): [string, unknown] => [key, this.#pick(some)]),
      ['vendor', this.#pick([undefined, ...this.#vendors])],
      ['partners', this.#pick([undefined, [...this.#vendors], this.#vendors.slice(1)])],
    ]
    return Object.fromEntries(all.filter(([key, value]) => value !== undefined && keys.includes(key)))
  }

  #create(): void {
    const parent = this.#pick([undefined, undefined, ...this.#products.slice(0, 4)])
    const own = this.#draw(anyKeys)
    const { id } = this.#catalog.create('product', own, parent?.id)
    this.#products.push({ id, parent, own })
  }

  #addRule(number: number): void {
    const rule = randomRule(this.#pick, number)
    const { key, severity, weight, check, applies } = rule
    const body = { key, name: key, entity_type: 'product', severity, weight, check, applies_to: applies.text }
    this.#catalog.answer((tx) =>
      createQualityRule(tx, { body: structuredClone(body) as NewQualityRule, faults: [] }),
    )
    this.#rules.push(rule)
  }

  write(): void {
    const product = this.#pick(this.#products)
    const kind = this.#pick([
      'value',
      'value',
      'value',
      'create',
      'trash',
      'restore',
      'move',
      'accept',
    ] as const)
    if (kind === 'create' || this.#products.length < 3) return this.#create()
    if (kind === 'value') return this.#change(product)
    if (kind === 'trash') return this.#sendToTrash(product)
    if (kind === 'restore') return this.#bringBack()
    if (kind === 'accept') return this.#accept()
    if (this.#products.some(({ parent }) => parent === product)) return
    const parent = this.#pick([undefined, ...this.#products.filter((one) => !one.parent && one !== product)])
    this.#update(product, { parent_id: parent?.id ?? null })
    product.parent = parent
  }

  #update({ id }: PlainProduct, body: object): void {
    this.#catalog.answer((tx) =>
      updateEntity(tx, { type: 'product', id, body, faults: [], context: testContext }),
    )
  }

  #change(product: PlainProduct): void {
    const keys = [this.#pick(anyKeys), this.#pick(anyKeys)].filter((key) => key !== 'twice')
    const values = this.#draw(keys)
    const attributes = Object.fromEntries(
      keys.map((key) => [key, values[key] ?? (key === 'partners' ? [] : null)]),
    )
    this.#update(product, { attributes })
    for (const key of keys.filter((one) => values[one] !== shown(product, one))) {
      if (values[key] === undefined) delete product.own[key]
      else product.own[key] = values[key]
    }
  }

  #sendToTrash(product: PlainProduct): void {
    const isBelow = (one: PlainProduct | undefined): boolean =>
      one === product || (!!one && isBelow(one.parent))
    const gone = this.#products.filter(isBelow)
    if (gone.length === this.#products.length) return
    this.#catalog.answer((tx) =>
      trashEntities(tx, {
        body: { type: 'product', ids: [product.id] },
        faults: [],
        context: testContext,
      }),
    )
    this.#products = this.#products.filter((one) => !gone.includes(one))
    this.#trash = gone
  }

  #bringBack(): void {
    const root = this.#trash[0]
    if (!root || (root.parent && !this.#products.includes(root.parent))) return
    this.#catalog.answer((tx) =>
      restoreEntities(tx, { body: { ids: [root.id] }, faults: [], context: testContext }),
    )
    const order = [...this.#products, ...this.#trash].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    this.#products = order
    this.#trash = []
  }

  #accept(): void {
    const rule = this.#pick(this.#rules)
    const found = this.#open(rule)
    if (found.length === 0) return
    const { product, attribute } = this.#pick(found)
    const body = { type: 'product', rule: rule.key, entity_id: product.id, attribute, reason: 'so' }
    this.#catalog.answer((tx) => acceptFinding(tx, { body, faults: [], context: testContext }))
    this.#accepted.set(placeOf(rule, product, attribute), markOf(rule, product, attribute))
  }

  #open(rule: PlainRule): PlainFinding[] {
    return evaluate(rule, this.#products).found.filter(
      ({ product, attribute }) =>
        this.#accepted.get(placeOf(rule, product, attribute)) !== markOf(rule, product, attribute),
    )
  }

  compare(): { rules: unknown; answered: QualityAnswer; naive: QualityAnswer } {
    const product = this.#pick(this.#products)
    return {
      rules: this.#rules.map(({ check, applies }) => [check, applies.text]),
      answered: this.#answered(product),
      naive: this.#naive(product),
    }
  }

  #read<T>(ask: (db: ReadableDb) => Answer): T {
    return parseAnswer<T>(this.#reader.read(ask))
  }

  #answered({ id }: PlainProduct): QualityAnswer {
    const asked = { type: 'product', faults: [] } as const
    const { findings, total } = this.#allFindings(this.#pick([3, 7, 500]))
    const { data } = this.#read<{ data: QualitySummary }>((db) => summarizeQuality(db, asked))
    const { data: one } = this.#read<{ data: QualityOf }>((db) => readQuality(db, { ...asked, id }))
    return {
      total,
      findings: findings.map(({ rule, entity, attribute }) => `${rule} ${attribute} ${entity?.id}`),
      score: data.score,
      // The options of a select are a rule of their own, which nothing breaks.
      rules: data.rules.filter(({ rule }) => rule.startsWith('rule_')),
      one: { score: one.score, findings: one.findings.length },
    }
  }

  #allFindings(limit: number): { findings: QualityFinding[]; total: number } {
    const findings: QualityFinding[] = []
    let total = 0
    for (let offset = 0; offset === 0 || offset < total; offset += limit) {
      const page = this.#read<{ data: QualityFinding[]; pagination: { total: number } }>((db) =>
        listFindings(db, { type: 'product', limit, offset, faults: [] }),
      )
      total = page.pagination.total
      findings.push(...page.data)
    }
    return { findings, total }
  }

  #naive(product: PlainProduct): QualityAnswer {
    const rules = severities.flatMap((severity) => this.#rules.filter((rule) => rule.severity === severity))
    const results = rules.map((rule): NaiveRule => {
      const open = this.#open(rule)
      const { checked } = evaluate(rule, this.#products)
      return { rule, open, checked, failing: [...new Set(open.map((one) => one.product))] }
    })
    const findings = results.flatMap(({ rule, open }) =>
      open.map((one) => `${rule.key} ${one.attribute} ${one.product.id}`),
    )
    return {
      total: findings.length,
      findings,
      score: scoreOf(results, this.#products),
      rules: results.map(({ rule, checked, failing }) => ({
        rule: rule.key,
        failing: failing.length,
        checked: checked.length,
      })),
      one: {
        score: scoreOf(results, [product]),
        findings: findings.filter((line) => line.endsWith(product.id)).length,
      },
    }
  }
}

interface NaiveRule {
  readonly rule: PlainRule
  readonly open: readonly PlainFinding[]
  readonly checked: readonly PlainProduct[]
  readonly failing: readonly PlainProduct[]
}

interface QualityAnswer {
  readonly total: number
  readonly findings: readonly string[]
  readonly score: number
  readonly rules: readonly unknown[]
  readonly one: { readonly score: number; readonly findings: number }
}

function scoreOf(results: readonly NaiveRule[], among: readonly PlainProduct[]): number {
  let [all, met] = [0, 0]
  for (const { rule, checked, failing } of results)
    for (const product of checked.filter((one) => among.includes(one))) {
      all += rule.weight
      met += failing.includes(product) ? 0 : rule.weight
    }
  return all === 0 ? 100 : Math.floor((100 * met) / all)
}

function placeOf(rule: PlainRule, { id }: PlainProduct, attribute: string | null): string {
  return `${rule.key} ${attribute} ${id}`
}

function markOf(rule: PlainRule, product: PlainProduct, attribute: string | null): string {
  const keys = attribute === null ? rule.wanted.keys : [attribute]
  return JSON.stringify(keys.map((key) => shown(product, key)))
}
