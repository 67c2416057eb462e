import type { ColumnRule, Misfit, MisfitKind } from '#shared/imports.ts'
import { type DataType, dataTypeTraits } from '#shared/attributes.ts'
import type { ColumnTraits } from './column-traits.ts'
import type { CountedCells } from './counted-cells.ts'
import { ruledReader, Unreadable } from './read-cell.ts'
import { takeNumber, usualRemedies } from './read-written.ts'

const maxSamples = 5

/** The cells of a column of numbers or dates that are not quite such, with what the rule makes of them. */
export function describeMisfits(
  traits: ColumnTraits | undefined,
  rule: ColumnRule,
  type: DataType,
): Misfit[] {
  const { family } = dataTypeTraits[type]
  const found = family === 'number' ? ofNumbers(traits, rule) : family === 'date' ? ofDates(traits) : []
  const read = ruledReader(rule, type, 'ignore')
  return found
    .filter(({ count }) => count > 0)
    .map(({ kind, count, cells }) => ({
      kind,
      count,
      remedy: rule.remedies?.[kind] ?? usualRemedies[kind],
      samples: cells.slice(0, maxSamples).map((one) => ({ ...one, value: shown(read(one.cell, false)) })),
    }))
}

interface MisfitCells extends CountedCells {
  readonly kind: MisfitKind
}

function ofNumbers(traits: ColumnTraits | undefined, rule: ColumnRule): MisfitCells[] {
  const { numbers } = traits ?? {}
  if (!numbers) return []
  const units = Object.values(numbers.units).map((cells): MisfitCells => {
    const misfit = takeNumber(cells.cells[0]?.cell ?? '', rule).misfit
    return { kind: misfit === 'unit' ? 'unit' : 'other_unit', ...cells }
  })
  return [
    { kind: 'qualified', ...numbers.qualified },
    ...units,
    { kind: 'placeholder', ...numbers.placeholders },
    { kind: 'text', ...numbers.texts },
  ]
}

function ofDates(traits: ColumnTraits | undefined): MisfitCells[] {
  const { dates } = traits ?? {}
  if (!dates) return []
  return [
    { kind: 'placeholder', ...dates.placeholders },
    { kind: 'text', ...dates.texts },
  ]
}

function shown(value: unknown): unknown {
  return value instanceof Unreadable ? null : (value ?? null)
}
