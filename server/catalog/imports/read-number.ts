import type { DecimalMark } from '#shared/imports.ts'

// What begins with a zero has no thousands: 0.500 is a half whose mark is not the one that was said, and not 500.
const forms: Record<DecimalMark, RegExp> = {
  point: /^([+-]?)([1-9]\d{0,2}(?:[, '\u00A0\u2009\u202F]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([+-]?)([1-9]\d{0,2}(?:[. '\u00A0\u2009\u202F]\d{3})+|\d+)(?:,(\d+))?$/,
}
const unit = /^[€$£¥]\s*|\s*(?:[€$£¥%]|[A-Z]{3})$/gu

/** A number written with that decimal mark, as the catalog reads it; undefined where it is none. A currency is left out. */
export function readNumber(cell: string, mark: DecimalMark): string | undefined {
  const match = forms[mark].exec(cell.trim().replaceAll(unit, ''))
  if (!match) return undefined
  const [, sign = '', whole = '', fraction] = match
  const digits = whole.replaceAll(/\D/g, '')
  return `${sign === '-' ? '-' : ''}${digits}${fraction === undefined ? '' : `.${fraction}`}`
}
