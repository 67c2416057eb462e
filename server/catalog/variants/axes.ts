import type { FieldError } from '#shared/errors.ts'
import type { Change } from '#shared/events.ts'
import {
  type AxesOrigin,
  type AxesUpdate,
  axesChange,
  type Axis,
  maxAxes,
  maxAxisValues,
  type ProductAxes,
} from '#shared/axes.ts'
import { message } from '#shared/messages/message.ts'
import { type Attribute, attributesOf, listClassRows } from '../../store/tables/attributes.ts'
import { classesOf } from '../attribute-classes/effective-classes.ts'
import { isLinks, readEffective } from '../../store/computed/reads.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  type EntityIdentity,
  type EntityRow,
  findEntity,
  listEntityRows,
  listVariants,
} from '../../store/tables/entities.ts'
import { listStoredAxes, putAxes, type StoredAxis } from '../../store/tables/variant-axes.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import { recordEntityEvent, type WriteContext } from '../events/record-event.ts'
import { axisCandidates, axisText, chooseAxes, distinguishes, type VariantTexts } from './choose-axes.ts'

export const maxVariants = 5000

interface AxesRequest {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** By what the variants of a product differ: 200. 404 comes before faults. [AXES-01] */
export function readAxes(db: ReadableDb, { id, faults }: AxesRequest): Answer {
  const { id: product, uuid } = getEntity(db, 'product', id)
  new Faults(faults).throwIfAny()
  return answer(db, product, uuid)
}

interface SetAxes extends AxesRequest {
  readonly body: Partial<AxesUpdate>
  readonly context: WriteContext
}

/** Sets the axes of a product, all or none; an empty list has them derived again: 200. [AXES-02] */
export function setAxes(tx: WritableDb, { id, body, faults: structural, context }: SetAxes): Answer {
  const row = getEntity(tx, 'product', id)
  const faults = new Faults(structural)
  const view = viewFor(tx, context.role)
  const axes = checkAxes(view, body.axes ?? [], faults)
  faults.throwIfAny()
  const stored = view.hidden ? (listStoredAxes(tx, [row.id]).get(row.id) ?? []) : []
  const unread = stored.filter(({ attribute }) => view.hidden?.uuids.has(attribute))
  storeAxes(tx, { ...row, type: 'product' }, [...axes, ...unread], context)
  return answer(view, row.id, row.uuid)
}

function checkAxes(db: ReadableDb, sent: AxesUpdate['axes'], faults: Faults): StoredAxis[] {
  const { byKey } = attributesOf(db, 'product')
  if (sent.length > maxAxes) faults.addExpected('axes', 'too_many_values', { max_items: maxAxes })
  const keys = sent.map(({ attribute }) => attribute)
  return sent.flatMap(({ attribute: key, values = [] }, index) => {
    const field = `axes[${index}].attribute`
    const attribute = byKey.get(key)
    if (!attribute) return faults.addUnknown(field, 'not_a_defined_attribute', key, byKey) ?? []
    if (keys.indexOf(key) < index)
      return faults.explain(field, 'invalid_value', message('axes.repeated', { key })) ?? []
    if (!distinguishes(attribute.traits))
      return faults.explain(field, 'invalid_value', message('axes.wrong_type', { key })) ?? []
    if (values.length > maxAxisValues)
      faults.addExpected(`axes[${index}].values`, 'too_many_values', { max_items: maxAxisValues })
    const texts = values.map((value) => value.trim()).filter((value) => value !== '')
    return [{ attribute: attribute.uuid, values: [...new Set(texts)] }]
  })
}

/**
 * Keeps the axes of a product with the change of its history; false where they were these already. A product
 * that is new has them from its beginning.
 */
export function storeAxes(
  tx: WritableDb,
  product: EntityIdentity,
  axes: readonly StoredAxis[],
  context: WriteContext,
  isNew = false,
): boolean {
  const before = listStoredAxes(tx, [product.id]).get(product.id) ?? []
  if (JSON.stringify(before) === JSON.stringify(axes)) return false
  putAxes(tx, product.id, axes)
  const change = { attribute: axesChange, old: inWords(tx, before), new: inWords(tx, axes) }
  if (!isNew) recordEntityEvent(tx, 'entity.updated', product, [change], context)
  return true
}

function inWords(db: ReadableDb, axes: readonly StoredAxis[]): Axis[] | null {
  const known = resolve(db, axes)
  return known.length === 0
    ? null
    : known.map(({ attribute: { key }, values }) => ({ attribute: key, values }))
}

export interface OwnAxis {
  readonly attribute: Attribute
  readonly values: readonly string[]
}

/** Axes of attributes that are gone are left out. */
function resolve(db: ReadableDb, axes: readonly StoredAxis[]): OwnAxis[] {
  if (axes.length === 0) return []
  const byUuid = new Map(attributesOf(db, 'product').list.map((attribute) => [attribute.uuid, attribute]))
  return axes.flatMap(({ attribute: uuid, values }) => {
    const attribute = byUuid.get(uuid)
    return attribute ? [{ attribute, values }] : []
  })
}

/** The axes that were set for some products, by their internal ids, or else named by the classes of their categories. */
export function listSetAxes(
  db: ReadableDb,
  products: readonly number[],
): ReadonlyMap<number, readonly OwnAxis[]> {
  const own = new Map([...listStoredAxes(db, products)].map(([id, axes]) => [id, resolve(db, axes)]))
  if (!listClassRows(db, 'product').some(({ content }) => content.axes?.length)) return own
  const others = listEntityRows(
    db,
    products.filter((id) => !own.get(id)?.length),
  )
  return new Map([...own, ...others.map((row) => [row.id, axesOfClass(db, row)] as const)])
}

function axesOfClass(db: ReadableDb, row: EntityRow): OwnAxis[] {
  const named = classesOf(db, 'product', row).find(({ content }) => content.axes?.length)
  return resolve(db, named?.content.axes?.map((attribute) => ({ attribute, values: [] })) ?? [])
}

/** The axes that were set for some products, as packages and events have them. */
export function listAxesInWords(
  db: ReadableDb,
  products: readonly number[],
): ReadonlyMap<number, readonly Axis[]> {
  return new Map([...listStoredAxes(db, products)].map(([id, axes]) => [id, inWords(db, axes) ?? []]))
}

/** Axes by key as they are stored; those of unknown attributes are left out. */
export function toStoredAxes(db: ReadableDb, axes: readonly Axis[]): StoredAxis[] {
  const { byKey } = attributesOf(db, 'product')
  return axes.flatMap(({ attribute: key, values }) => {
    const attribute = byKey.get(key)
    return attribute && distinguishes(attribute.traits) ? [{ attribute: attribute.uuid, values }] : []
  })
}

function answer(db: ReadableDb, product: number, uuid: string): Answer {
  const isOwn = listStoredAxes(db, [product]).size > 0
  const set = listSetAxes(db, [product]).get(product) ?? []
  const attributes = attributesOf(db, 'product').list
  const candidates =
    set.length > 0 ? set.map(({ attribute }) => attribute) : axisCandidates(attributes, new Set())
  const ids = listVariants(db, 'product', uuid, maxVariants).map(({ id }) => id)
  const variants = readTexts(db, candidates, ids)
  const derived = chooseAxes(variants, { own: [], candidates, most: maxAxes }) ?? []
  const axes = (set.length > 0 ? candidates : derived).map((attribute) => ({
    attribute: attribute.key,
    values: valuesInOrder(attribute, variants, set),
  }))
  const named: AxesOrigin = isOwn ? 'own' : 'class'
  const origin = set.length > 0 ? named : 'derived'
  return dataAnswer(200, JSON.stringify({ axes, origin } satisfies ProductAxes))
}

function valuesInOrder(
  { key }: Attribute,
  variants: readonly VariantTexts[],
  own: readonly OwnAxis[],
): string[] {
  const set = own.find(({ attribute }) => attribute.key === key)?.values ?? []
  const present = variants.map((variant) => axisText(variant, key)).filter((text) => text !== '')
  return [...new Set([...set, ...present])]
}

/** The effective values of some variants as texts, by the keys of the attributes. */
export function readTexts(
  db: ReadableDb,
  attributes: readonly Attribute[],
  ids: readonly number[],
): VariantTexts[] {
  const plans = attributes.map((attribute) => getValuePlan(db, attribute))
  return [...readEffective(db, plans, ids).values()].map((values) => ({
    texts: new Map(
      attributes.map(({ key }, index) => {
        const value = values[index] ?? null
        return [key, value === null || isLinks(value) ? [] : [String(value)]]
      }),
    ),
  }))
}

interface ChangedProduct {
  readonly type: string
  readonly uuid: string
  readonly changes: readonly Change[]
}

/** Gives a product the axes from before a change, unless they have changed since; undefined without such a change. */
export function takeBackAxes(
  tx: WritableDb,
  { type, uuid, changes }: ChangedProduct,
  context: WriteContext,
): 'changed' | 'kept' | undefined {
  const change = changes.find(({ attribute }) => attribute === axesChange)
  const row = change && type === 'product' ? findEntity(tx, 'product', uuid) : undefined
  if (!change || !row) return undefined
  const now = inWords(tx, listStoredAxes(tx, [row.id]).get(row.id) ?? [])
  if (JSON.stringify(now) !== JSON.stringify(change.new)) return 'kept'
  const before = Array.isArray(change.old) ? (change.old as readonly Axis[]) : []
  return storeAxes(tx, { ...row, type: 'product' }, toStoredAxes(tx, before), context) ? 'changed' : undefined
}
