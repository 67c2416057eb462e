/**
 * Returns a reviver for JSON.parse: a number that JavaScript would change, such as a code of 20 digits,
 * becomes its text, if that has the given form.
 */
export function digitKeeper(form: RegExp) {
  return (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const digits = context?.source ?? ''
    return typeof value === 'number' && form.test(digits) && isRounded(digits, value) ? digits : value
  }
}

export type NumberKeeper = ReturnType<typeof digitKeeper>

// Digits that JavaScript does not keep, and exponents beyond its numbers.
const mayBeRounded = /\d(?:\.?\d){15}|\de[+-]?\d{3}/i
const keepDigits = digitKeeper(/^/)

/**
 * Parses JSON; a number that JavaScript cannot represent exactly is converted by `keep`, by default to its
 * text.
 */
export function parseExactly(text: string, keep: NumberKeeper = keepDigits): unknown {
  return mayBeRounded.test(text) ? JSON.parse(text, keep) : JSON.parse(text)
}

function isRounded(digits: string, value: number): boolean {
  return spelling(digits) !== spelling(String(value))
}

/**
 * Normalises the spelling of a number: its digits without zeros at the ends, and the power of ten of the
 * last.
 */
function spelling(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
