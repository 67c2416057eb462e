import { type Axis, axesChange } from '#shared/axes.ts'
import type { Change } from '#shared/events.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { formatWithUnit } from '../cells/registry.ts'
import type { CellContext } from '../data/cell-write.ts'
import { isStub, isStubList, toPlainText } from '../cells/stubs.ts'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'

export interface ShownChange {
  readonly key: string
  readonly name: string
  readonly before: string
  readonly after: string
  readonly column: GridColumn | undefined
}

/** The member of an event for the parent; its value is an id. */
export const parentKey = 'parent_id'

export function describeChange(
  change: Change,
  columns: readonly GridColumn[],
  context: CellContext,
): ShownChange {
  if (change.attribute === axesChange) return describeAxes(change, columns)
  const column = columns.find(({ id }) => id === change.attribute)
  const show = (value: unknown): string => {
    const shown = toValue(value)
    if (shown === null) return ''
    return column ? formatWithUnit(shown, column, context) : toPlainText(shown)
  }
  return {
    key: change.attribute,
    name: change.attribute === parentKey ? t('Parent') : (column?.name ?? change.attribute),
    before: show(change.old),
    after: show(change.new),
    column,
  }
}

function describeAxes({ old, new: value }: Change, columns: readonly GridColumn[]): ShownChange {
  const show = (axes: unknown): string =>
    Array.isArray(axes)
      ? (axes as readonly Axis[])
          .map(({ attribute, values }) => `${nameOf(attribute)}: ${values.join(', ')}`)
          .join('; ')
      : ''
  const nameOf = (key: string) => columns.find(({ id }) => id === key)?.name ?? key
  const shown = { before: show(old), after: show(value), column: undefined }
  return { key: axesChange, name: t('Options of variants'), ...shown }
}

export function toValue(value: unknown): AttributeValue | null {
  return (value ?? null) as AttributeValue | null
}

export function toWire(value: unknown): unknown {
  const known = toValue(value)
  if (isStubList(known)) return known.map(({ id }) => id)
  return isStub(known) ? known.id : known
}
