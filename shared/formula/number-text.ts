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
  const places = Math.trunc(digits)
  if (!Number.isFinite(value) || Number.isNaN(places)) return null
  if (places > 15 || (places >= 0 && Number.isInteger(value))) return value
  if (places < -308) return 0
  const magnitude = Math.abs(value)
  return (
    Math.sign(value) * (roundPlainly(magnitude, places, rounding) ?? roundDigits(magnitude, places, rounding))
  )
}

/**
 * Rounds by arithmetic, ten times faster, where rounding errors cannot matter: away from halves and from
 * whole numbers.
 */
function roundPlainly(value: number, places: number, rounding: Rounding): number | undefined {
  const factor = places >= 0 && places <= 6 ? 10 ** places : undefined
  if (factor === undefined) return undefined
  const scaled = value * factor
  const doubled = scaled * 2
  const isClear = scaled < 1e9 && Math.abs(doubled - Math.round(doubled)) > 1e-5
  return isClear ? rounding(scaled) / factor : undefined
}

function roundDigits(value: number, places: number, rounding: Rounding): number {
  return shift(rounding(shift(Number(value.toPrecision(significantDigits)), places)), -places)
}

/** Moves the decimal point in the text of the number, which avoids binary rounding errors. */
function shift(value: number, places: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(exponent) + places}`)
}
