import { digitKeeper } from '#shared/exact-json.ts'

const longNumber = /\d{16}|\d\.\d{15}/
const keepDigits = digitKeeper(/^-?\d+$/)

/** Parses JSON; a number with more digits than a number of JavaScript keeps, such as a long code, comes as its text. */
export function parseExactly(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
}
