/** The SKU and the name that a new variant gets, of its parent and its values on the axes. */
import { storedTypeOf } from '#shared/semantic-types.ts'
import { foldText, withoutMarks } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { type EntityRow } from '../../store/tables/entities.ts'
import { shownValues } from '../entities/current-values.ts'
import type { Faults } from '../errors.ts'
import type { GridAxis, GridRow } from './variant-grid.ts'

const part = /\{([^{}]*)\}/g

/** The attribute that holds the SKU: by its stored meaning, else by its key or name. */
export function findSku(db: ReadableDb): Attribute | undefined {
  const texts = attributesOf(db, 'product').list.filter(
    ({ traits }) => traits.isFreeText && traits.shape === 'scalar',
  )
  return (
    texts.find(({ extras }) => extras.semantic_type === 'sku') ??
    texts.find(({ key, extras }) => !extras.semantic_type && storedTypeOf(key) === 'sku') ??
    texts.find(({ name, extras }) => !extras.semantic_type && storedTypeOf(name) === 'sku')
  )
}

export interface VariantNames {
  readonly sku: Attribute | undefined
  /** The values that a new variant gets beside those that the request sets. */
  readonly of: (row: GridRow, index: number) => Record<string, string>
}

interface NamesRequest {
  readonly parent: EntityRow
  readonly axes: readonly GridAxis[]
  readonly pattern: string | undefined
}

/**
 * Plans SKU and primary value by a pattern such as `{sku}-{color}`: keys of axes give the value as a code, `n` the number
 * of the row, and other keys the value of the parent. Without a pattern that is the SKU of the parent with each value.
 */
export function planNames(
  db: ReadableDb,
  { parent, axes, pattern: sent }: NamesRequest,
  faults: Faults,
): VariantNames {
  const { byKey, primary } = attributesOf(db, 'product')
  const sku = findSku(db)
  const pattern = sent?.trim()
  const keys = [...(pattern ?? '').matchAll(part)].map(([, key = '']) => key)
  const unknown = keys.find((key) => key !== 'n' && !byKey.has(key))
  if (pattern && unknown !== undefined)
    faults.add('sku_pattern', 'invalid_value', ['n', ...byKey.keys()], unknown)
  else if (pattern && !sku) faults.add('sku_pattern', 'not_a_defined_attribute')
  const above = shownValues(
    db,
    parent,
    [...new Set([...keys, ...(sku ? [sku.key] : [])])].filter((key) => key !== 'n'),
  )
  const codes = new Map(axes.map((axis) => [axis.attribute.key, codesOf(axis)]))
  const parentSku = sku ? textOf(above[sku.key]) : ''
  const byDefault =
    parentSku === '' ? '' : [parentSku, ...[...codes.keys()].map((key) => `{${key}}`)].join('-')
  const skuOf = (row: GridRow, index: number) => {
    const texts = new Map(
      [...row.values].map(([{ key }, { text }]) => [key, codes.get(key)?.get(text) ?? text]),
    )
    return (pattern || byDefault).replaceAll(part, (_, key: string) =>
      key === 'n' ? String(index + 1) : (texts.get(key) ?? textOf(above[key])),
    )
  }
  const nameOf = (row: GridRow) =>
    [parent.label, ...[...row.values.values()].map(({ text }) => text)].filter(Boolean).join(', ')
  return {
    sku,
    of: (row, index) => ({
      ...(primary && primary !== sku && { [primary.key]: nameOf(row) }),
      ...(sku && skuOf(row, index) !== '' && { [sku.key]: skuOf(row, index) }),
    }),
  }
}

const codeLength = 3

/** Each value of an axis as letters and digits: its first three where these tell the words apart, else all. */
function codesOf({ values }: GridAxis): ReadonlyMap<string, string> {
  const whole = new Map(values.map(({ text }) => [text, toCode(text)]))
  const short = new Map(
    [...whole].map(([text, code]) => [text, /^\D+$/.test(code) ? code.slice(0, codeLength) : code]),
  )
  return new Set(short.values()).size === values.length ? short : whole
}

function toCode(text: string): string {
  const plain = withoutMarks(foldText(text)).toUpperCase()
  return plain.replaceAll(/[^\p{L}\p{N}.]+/gu, '') || text.trim()
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
