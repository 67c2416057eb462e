/** The combinations of the axes that a request names, in the order of the first axis, the second, and so on. */
import { maxAxes, maxAxisValues } from '#shared/axes.ts'
import { message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import { maxVariantsAtOnce, type VariantsRequest } from '#shared/variants.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { parseValue, type Scalar } from '../attributes/data-types/data-types.ts'
import type { Faults } from '../errors.ts'
import { distinguishes } from './choose-axes.ts'

interface AxisValue {
  readonly text: string
  readonly value: Scalar
}

export interface GridAxis {
  readonly attribute: Attribute
  readonly values: readonly AxisValue[]
  /** Values that become options of the attribute first. */
  readonly newOptions: readonly string[]
}

export interface GridRow {
  readonly key: string
  readonly values: ReadonlyMap<Attribute, AxisValue>
}

/** Reads the axes of a request and notes their faults; `mayAddOptions` says whether selects get new options. */
export function readGridAxes(
  db: ReadableDb,
  axes: VariantsRequest['axes'],
  mayAddOptions: boolean,
  faults: Faults,
): GridAxis[] {
  const { byKey } = attributesOf(db, 'product')
  if (axes.length === 0) faults.add('axes', 'expected_values')
  if (axes.length > maxAxes) {
    faults.addExpected('axes', 'too_many_values', { max_items: maxAxes })
    return []
  }
  const keys = axes.map(({ attribute }) => attribute)
  const read = axes.flatMap(({ attribute: key, values }, index) => {
    const field = `axes[${index}]`
    const attribute = byKey.get(key)
    if (!attribute)
      return faults.addUnknown(`${field}.attribute`, 'not_a_defined_attribute', key, byKey) ?? []
    const refuse = (code: 'axes.repeated' | 'axes.wrong_type') =>
      faults.explain(`${field}.attribute`, 'invalid_value', message(code, { key })) ?? []
    if (keys.indexOf(key) < index) return refuse('axes.repeated')
    if (!distinguishes(attribute.traits)) return refuse('axes.wrong_type')
    if (!attribute.traits.writable) return faults.add(`${field}.attribute`, 'read_only_attribute') ?? []
    if (values.length > maxAxisValues)
      return faults.addExpected(`${field}.values`, 'too_many_values', { max_items: maxAxisValues }) ?? []
    return [readAxis(attribute, values, { field: `${field}.values`, mayAddOptions, faults })]
  })
  const count = read.reduce((product, { values }) => product * values.length, 1)
  if (faults.isEmpty && count > maxVariantsAtOnce)
    faults.explain('axes', 'too_many_values', message('variants.too_many', { count, max: maxVariantsAtOnce }))
  return read
}

interface AxisReading {
  readonly field: string
  readonly mayAddOptions: boolean
  readonly faults: Faults
}

function readAxis(
  attribute: Attribute,
  texts: readonly string[],
  { field, mayAddOptions, faults }: AxisReading,
): GridAxis {
  const values = new Map<string, AxisValue>()
  const newOptions: string[] = []
  texts.forEach((sent, index) => {
    const text = inOwnSpelling(attribute, sent.trim())
    if (text === '' || values.has(foldText(text))) return
    const parsed = parseValue(text, attribute)
    if (!('issue' in parsed)) {
      if (parsed.value !== null)
        values.set(foldText(text), { text: String(parsed.value), value: parsed.value })
    } else if (parsed.issue === 'not_an_acceptable_value' && mayAddOptions && !text.includes(',')) {
      newOptions.push(text)
      values.set(foldText(text), { text, value: text })
    } else faults.addAll(`${field}[${index}]`, [parsed])
  })
  if (values.size === 0 && !faults.hasErrorFor(field)) faults.add(field, 'expected_values')
  return { attribute, values: [...values.values()], newOptions }
}

function inOwnSpelling({ options }: Attribute, text: string): string {
  return options.find((option) => foldText(option) === foldText(text)) ?? text
}

export function listGridRows(axes: readonly GridAxis[]): GridRow[] {
  let rows: ReadonlyMap<Attribute, AxisValue>[] = [new Map()]
  for (const { attribute, values } of axes)
    rows = rows.flatMap((row) => values.map((value) => new Map([...row, [attribute, value] as const])))
  return rows.map((values) => ({ key: rowKey([...values.values()].map(({ text }) => text)), values }))
}

/** By which a combination is found again, whatever the capitals of its values. */
export function rowKey(texts: readonly string[]): string {
  return JSON.stringify(texts.map(foldText))
}

export function textsOf({ values }: GridRow): Record<string, string> {
  return Object.fromEntries([...values].map(([{ key }, { text }]) => [key, text]))
}
