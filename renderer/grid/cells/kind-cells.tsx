import { currencyDecimals } from '#shared/currencies.ts'
import { gtinKind } from '#shared/gtin.ts'
import { kinds, type TextKindName } from '#shared/kinds.ts'
import { type CellWrite, clearingWrite, scalarWrite, textWrite } from '../data/cell-write.ts'
import { toDay } from '#shared/iso-times.ts'
import { formatPriceTiers } from '#shared/price-tiers.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { CalendarPanel } from './date-cell.tsx'
import { numberCell } from './plain-cells.tsx'
import { toPlainText } from './stubs.ts'
import { t } from '../../ui/text.ts'

/**
 * Parses numbers in common spellings of the kind; other texts are sent unchanged, so that the server
 * explains the fault.
 */
function entryOf(kind: 'money' | 'measure'): CellType['parse'] {
  return (text, { constraints }, { formats }) => {
    if (text.trim() === '') return clearingWrite
    const number = kinds[kind].readEntry(text, constraints, (digits) => formats.parseNumber(digits))
    return number === undefined ? scalarWrite(text.trim()) : scalarWrite(number, text)
  }
}

export const moneyCell: CellType = {
  ...numberCell,
  render: (value, column, context) => moneyCell.format(value, column, context),
  format: (value, { constraints }, { formats }) =>
    typeof value === 'number'
      ? formats.formatNumber(value, kinds.money.decimals(constraints))
      : toPlainText(value),
  parse: entryOf('money'),
}

const alignedDecimals = 2

/** Returns white space as wide as the missing decimals, so that decimal marks are aligned. */
function spareOf(text: string): string {
  const [, fraction] = /[.,](\d+)$/.exec(text) ?? []
  if (fraction !== undefined) return '\u2007'.repeat(Math.max(0, alignedDecimals - fraction.length))
  return `\u2008${'\u2007'.repeat(alignedDecimals)}`
}

export const measureCell: CellType = {
  ...numberCell,
  render: (value, column, context) => {
    const text = numberCell.format(value, column, context)
    return (
      <>
        {text}
        {column.constraints.decimals === undefined && spareOf(text)}
        <span className="grid-unit">{column.constraints.unit}</span>
      </>
    )
  },
  parse: entryOf('measure'),
}

/** Text in its stored form; an invalid one is sent as it is. */
function storedWrite(kind: TextKindName, text: string) {
  const stored = kinds[kind].toStored(text)
  return stored === undefined ? textWrite(text) : scalarWrite(stored, text)
}

export const gtinCell: CellType = {
  render: (value) => (
    <>
      <span className="grid-digits">{toPlainText(value)}</span>
      <span className="grid-code-kind">{gtinKind(toPlainText(value))}</span>
    </>
  ),
  format: toPlainText,
  parse: (text) => storedWrite('gtin', text),
  editor: { kind: 'inline', inputMode: 'numeric' },
}

export const emailCell: CellType = {
  format: toPlainText,
  parse: (text) => storedWrite('email', text),
  editor: { kind: 'inline' },
}

/** Tiers are read and written as a text: `1: 10.00; 10: 9.50`. */
export const priceTiersCell: CellType = {
  format: (value, { constraints }) => {
    const text = toPlainText(value)
    return formatPriceTiers(text, currencyDecimals(constraints.currency ?? 'EUR')) ?? text
  },
  parse: (text) => storedWrite('price_tiers', text),
  editor: { kind: 'inline' },
}

/** The calendar of a moment: another day keeps the time, a first day starts at midnight. */
function MomentPanel(props: PanelProps) {
  const { text, isTyped, value, context } = props
  const moment = isTyped ? context.formats.parseMoment(text, toDay()) : toPlainText(value)
  const at = moment === undefined || moment === '' ? undefined : new Date(moment)
  const pick = (day: Date): CellWrite => {
    const picked = new Date(day)
    picked.setHours(
      at?.getHours() ?? 0,
      at?.getMinutes() ?? 0,
      at?.getSeconds() ?? 0,
      at?.getMilliseconds() ?? 0,
    )
    return scalarWrite(picked.toISOString())
  }
  return <CalendarPanel {...props} day={at} toWrite={pick} hint={t('Day and time, or')} />
}

export const momentCell: CellType = {
  format: (value, _column, { formats }) => formats.formatTimestamp(toPlainText(value)),
  edit: (value, { formats }) => formats.editMoment(toPlainText(value)),
  parse: (text, _column, { formats }) => {
    const moment = formats.parseMoment(text, toDay())
    return moment === undefined ? textWrite(text) : scalarWrite(moment, text)
  },
  editor: { kind: 'inline', Panel: MomentPanel },
}
