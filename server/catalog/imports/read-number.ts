import type { DecimalMark } from '#shared/imports.ts'

const forms: Record<DecimalMark, RegExp> = {
  point: /^([+-]?)(\d{1,3}(?:[, '\u00A0\u2009\u202F]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([+-]?)(\d{1,3}(?:[. '\u00A0\u2009\u202F]\d{3})+|\d+)(?:,(\d+))?$/,
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
