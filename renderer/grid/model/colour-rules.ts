import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { foldText, splitList } from '#shared/text.ts'
import type { ColourRule } from '#shared/views.ts'
import { completeRules } from '../../state/look.ts'
import { valueOf, type GridColumn } from '../../query/columns.ts'

/** The colours of one row: its own, and those of its cells by column; numbers of the palette. */
export interface RowPaint {
  readonly row: number | undefined
  readonly cells: ReadonlyMap<string, number>
}

export type Painter = (entity: EntityResource) => RowPaint

/** Colours rows and cells by rules; of those that hold for a row, or for a cell, the first counts. Undefined without rules. */
export function createPainter(
  rules: readonly ColourRule[],
  columns: readonly GridColumn[],
): Painter | undefined {
  const tests = completeRules(rules).flatMap((rule) => {
    const column = columns.find(({ id }) => id === rule.key)
    return column === undefined ? [] : [{ rule, column, holds: testOf(rule) }]
  })
  if (tests.length === 0) return undefined
  return (entity) => {
    let row: number | undefined
    const cells = new Map<string, number>()
    for (const { rule, column, holds } of tests) {
      if (!holds(partsOf(valueOf(entity, column)))) continue
      if (rule.target === 'row') row ??= rule.colour
      else if (!cells.has(rule.key)) cells.set(rule.key, rule.colour)
    }
    return { row, cells }
  }
}

type Part = string | number | boolean
type Test = (parts: readonly Part[]) => boolean

/** What a value consists of: several parts for a list, none where it is unset. */
function partsOf(value: AttributeValue | null): Part[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => partsOf(item as AttributeValue))
  if (typeof value === 'object') return 'id' in value && typeof value.id === 'string' ? [value.id] : []
  return [value]
}

const compare: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}

const textTests: Readonly<Record<string, (present: string, wanted: string) => boolean>> = {
  contains: (present, wanted) => present.includes(wanted),
  starts_with: (present, wanted) => present.startsWith(wanted),
  ends_with: (present, wanted) => present.endsWith(wanted),
}

function testOf({ op, value }: ColourRule): Test {
  const wanted = Array.isArray(value) ? value.map(String) : [String(value)]
  const [only = ''] = wanted
  if (op === 'exists') return (parts) => parts.length > 0 === (only === 'true')
  if (op === 'in') {
    const all = wanted.flatMap(splitList)
    return (parts) => parts.some((part) => all.some((text) => isSame(part, text)))
  }
  if (op === 'eq') return (parts) => parts.some((part) => isSame(part, only))
  if (op === 'ne') return (parts) => !parts.some((part) => isSame(part, only))
  if (op === 'not_contains') return (parts) => !parts.some((part) => textOf(part).includes(foldText(only)))
  const textTest = textTests[op]
  if (textTest) return (parts) => parts.some((part) => textTest(textOf(part), foldText(only)))
  const isInOrder = compare[op]
  return (parts) => isInOrder !== undefined && parts.some((part) => isInOrder(orderOf(part, only)))
}

function textOf(part: Part): string {
  return foldText(String(part))
}

function isSame(part: Part, text: string): boolean {
  if (typeof part === 'number') return part === Number(text)
  if (textOf(part) === foldText(text)) return true
  // A multi select is one text with commas.
  return typeof part === 'string' && splitList(part).some((option) => foldText(option) === foldText(text))
}

function orderOf(part: Part, text: string): number {
  if (typeof part === 'number') return part - Number(text)
  return String(part) < text ? -1 : String(part) > text ? 1 : 0
}
