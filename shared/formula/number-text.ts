// Spreadsheets compute with 15 digits; further digits are rounding errors of binary fractions.
const significantDigits = 15

/** Rounds off errors of binary fractions: 0.1 + 0.2 is 0.3. Null for a number that is not finite. */
export function tidyNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null
  return isTidy(value) ? value : Number(value.toPrecision(significantDigits))
}

/**
 * Recognises most numbers without further digits at little cost: whole ones and those of up to six
 * decimals.
 */
function isTidy(value: number): boolean {
  if (Math.abs(value) >= 1e9) return Number.isInteger(value) && Math.abs(value) < 1e15
  return Math.round(value * 1e6) / 1e6 === value
}

/**
 * Returns a number as text, as & and the text functions use it; null for no number. Long codes of digits
 * alone stay whole.
 */
export function numberToText(value: number): string | null {
  const shown = Number.isSafeInteger(value) ? value : tidyNumber(value)
  return shown === null ? null : String(shown).replace('e', 'E')
}

const numeric = /^([-+]?)\s*[$€£]?\s*(\d+|\d{1,3}(?:,\d{3})+)?(\.\d*)?(e[-+]?\d+)?\s*[€£]?\s*(%?)$/i

/** The number that a text shows: signs, thousands separators, a currency sign, an exponent and % are understood. */
export function textToNumber(text: string): number | null {
  const found = numeric.exec(text.trim())
  if (!found) return null
  const [, sign, whole = '', fraction = '', exponent = '', percent] = found
  if (!/\d/.test(whole + fraction)) return null
  const value = Number(`${sign}${whole.replaceAll(',', '') || '0'}${fraction}${exponent}`)
  if (!Number.isFinite(value)) return null
  return percent ? tidyNumber(value / 100) : value
}

type Rounding = (scaled: number) => number

/** Rounds to decimals (negative: to tens, hundreds …) as people do on paper: 1.005 to two decimals is 1.01. */
export function roundTo(value: number, digits: number, rounding: Rounding = Math.round): number | null {
  const decimals = Math.trunc(digits)
  if (!Number.isFinite(value) || Number.isNaN(decimals)) return null
  if (decimals > 15 || (decimals >= 0 && Number.isInteger(value))) return value
  if (decimals < -308) return 0
  const magnitude = Math.abs(value)
  return (
    Math.sign(value) *
    (roundPlainly(magnitude, decimals, rounding) ?? roundDigits(magnitude, decimals, rounding))
  )
}

/**
 * Rounds by arithmetic, ten times faster, where rounding errors cannot matter: away from halves and from
 * whole numbers.
 */
function roundPlainly(value: number, decimals: number, rounding: Rounding): number | undefined {
  const factor = decimals >= 0 && decimals <= 6 ? 10 ** decimals : undefined
  if (factor === undefined) return undefined
  const scaled = value * factor
  const doubled = scaled * 2
  const isClear = scaled < 1e9 && Math.abs(doubled - Math.round(doubled)) > 1e-5
  return isClear ? rounding(scaled) / factor : undefined
}

function roundDigits(value: number, decimals: number, rounding: Rounding): number {
  return shift(rounding(shift(Number(value.toPrecision(significantDigits)), decimals)), -decimals)
}

/** Moves the decimal point in the text of the number, which avoids binary rounding errors. */
function shift(value: number, decimals: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(exponent) + decimals}`)
}
