const kindOfLength: Readonly<Record<number, string>> = {
  8: 'GTIN-8',
  12: 'GTIN-12',
  13: 'GTIN-13',
  14: 'GTIN-14',
}

/** Whether the text is a GTIN-8, -12, -13 or -14 with a valid check digit. */
export function hasGtinCheckDigit(text: string): boolean {
  const digits = text.trim()
  return (
    /^\d+$/.test(digits) &&
    digits.length in kindOfLength &&
    checkDigitOf(digits.slice(0, -1)) === digits.at(-1)
  )
}

export function withCheckDigit(digits: string): string {
  return digits + checkDigitOf(digits)
}

/**
 * Returns the digits of a GTIN as people and scanners write it, an ISBN-10 as the equivalent ISBN-13;
 * undefined for an invalid one.
 */
export function readGtin(text: string): string | undefined {
  const code = text.replaceAll(/[\s-]/g, '')
  if (hasGtinCheckDigit(code)) return code
  if (!isShortIsbn(code)) return undefined
  const digits = `978${code.slice(0, -1)}`
  return `${digits}${checkDigitOf(digits)}`
}

/** Returns the kind of a GTIN: `ISBN`, `GTIN-13`; undefined for an invalid one. */
export function gtinKind(digits: string): string | undefined {
  if (!hasGtinCheckDigit(digits)) return undefined
  return /^97[89]/.test(digits) && digits.length === 13 && !digits.startsWith('9790')
    ? 'ISBN'
    : kindOfLength[digits.length]
}

/** Weights of three and one by turns, three for the last digit before the check digit. */
function checkDigitOf(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

function isShortIsbn(code: string): boolean {
  if (!/^\d{9}[\dX]$/i.test(code)) return false
  const sum = [...code.toUpperCase()].reduce(
    (total, sign, index) => total + (10 - index) * (sign === 'X' ? 10 : Number(sign)),
    0,
  )
  return sum % 11 === 0
}
