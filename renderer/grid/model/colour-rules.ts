import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { isOperator, type Operator } from '#shared/filters.ts'
import { foldText, splitList } from '#shared/text.ts'
import type { ColourRule } from '#shared/views.ts'
import { completeRules } from '../../state/grid-layout.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'

export interface RowPaint {
  readonly row: number | undefined
  readonly cells: ReadonlyMap<string, number>
}

export type Painter = (entity: EntityResource) => RowPaint

/** Returns a painter of rows and cells by rules; the first match counts. Undefined without rules. */
export function createPainter(
  rules: readonly ColourRule[],
  columns: readonly GridColumn[],
): Painter | undefined {
  const tests = completeRules(rules).flatMap((rule) => {
    const column = columns.find(({ id }) => id === rule.attribute)
    return column === undefined ? [] : [{ rule, column, holds: testOf(rule) }]
  })
  if (tests.length === 0) return undefined
  return (entity) => {
    let row: number | undefined
    const cells = new Map<string, number>()
    for (const { rule, column, holds } of tests) {
      if (!holds(partsOf(readValue(entity, column)))) continue
      if (rule.target === 'row') row ??= rule.colour
      else if (!cells.has(rule.attribute)) cells.set(rule.attribute, rule.colour)
    }
    return { row, cells }
  }
}

type Part = string | number | boolean
type Test = (parts: readonly Part[]) => boolean

function partsOf(value: AttributeValue | null): Part[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => partsOf(item))
  if (typeof value === 'object') return 'id' in value && typeof value.id === 'string' ? [value.id] : []
  return [value]
}

type PartTest = (part: Part, wanted: string) => boolean

const any =
  (holds: PartTest) =>
  (parts: readonly Part[], [only = '']: readonly string[]) =>
    parts.some((part) => holds(part, only))
const none =
  (holds: PartTest) =>
  (parts: readonly Part[], [only = '']: readonly string[]) =>
    !parts.some((part) => holds(part, only))
const text =
  (holds: (present: string, wanted: string) => boolean): PartTest =>
  (part, wanted) =>
    holds(textOf(part), foldText(wanted))
const contains = text((present, wanted) => present.includes(wanted))

const operatorTests: Readonly<
  Record<Operator, (parts: readonly Part[], wanted: readonly string[]) => boolean>
> = {
  eq: any(isSame),
  ne: none(isSame),
  contains: any(contains),
  not_contains: none(contains),
  starts_with: any(text((present, wanted) => present.startsWith(wanted))),
  ends_with: any(text((present, wanted) => present.endsWith(wanted))),
  gt: any((part, wanted) => orderOf(part, wanted) > 0),
  gte: any((part, wanted) => orderOf(part, wanted) >= 0),
  lt: any((part, wanted) => orderOf(part, wanted) < 0),
  lte: any((part, wanted) => orderOf(part, wanted) <= 0),
  exists: (parts, [only]) => parts.length > 0 === (only === 'true'),
  in: (parts, wanted) => {
    const all = wanted.flatMap(splitList)
    return parts.some((part) => all.some((one) => isSame(part, one)))
  },
}

/** A rule with an unknown operator paints nothing. */
function testOf({ operator, value }: ColourRule): Test {
  const wanted = Array.isArray(value) ? value.map(String) : [String(value)]
  return isOperator(operator) ? (parts) => operatorTests[operator](parts, wanted) : () => false
}

function textOf(part: Part): string {
  return foldText(String(part))
}

function isSame(part: Part, text: string): boolean {
  if (typeof part === 'number') return part === Number(text)
  if (textOf(part) === foldText(text)) return true
  return typeof part === 'string' && splitList(part).some((option) => foldText(option) === foldText(text))
}

function orderOf(part: Part, text: string): number {
  if (typeof part === 'number') return part - Number(text)
  return String(part) < text ? -1 : String(part) > text ? 1 : 0
}
