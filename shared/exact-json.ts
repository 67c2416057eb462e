/**
 * A reviver for JSON.parse: a number that JavaScript would change, such as a code of 20 digits, comes as its text, if that has
 * the given form.
 */
export function digitKeeper(form: RegExp) {
  return (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const digits = context?.source ?? ''
    return typeof value === 'number' && form.test(digits) && isRounded(digits, value) ? digits : value
  }
}

export type NumberKeeper = ReturnType<typeof digitKeeper>

// Digits that JavaScript does not keep, and exponents that it may have no number for.
const mayBeRounded = /\d(?:\.?\d){15}|\de[+-]?\d{3}/i
const keepDigits = digitKeeper(/^/)

/** Parses JSON; a number that JavaScript cannot hold as it is written comes as `keep` says, by default as its text. */
export function parseExactly(text: string, keep: NumberKeeper = keepDigits): unknown {
  return mayBeRounded.test(text) ? JSON.parse(text, keep) : JSON.parse(text)
}

function isRounded(digits: string, value: number): boolean {
  return spelling(digits) !== spelling(String(value))
}

/** The same for every way to write a number: its digits without zeros at the ends, and the power of ten of the last. */
function spelling(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant === ''
    ? '0'
    : `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
