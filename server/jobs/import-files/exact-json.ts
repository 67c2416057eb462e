import { digitKeeper } from '#shared/exact-json.ts'

// Digits that JavaScript does not keep, and exponents that it may have no number for.
const riskyNumber = /\d{16}|\d\.\d{15}|[eE]\+?\d{3}/
const keepDigits = digitKeeper(/^-?\d+$/)

/** Stands for a number that is too large for a number of JavaScript, such as 1e400, which would become Infinity. */
export class OutsizedNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }

  toJSON(): string {
    return this.digits
  }
}

/** Parses JSON; a number with more digits than a number of JavaScript keeps, such as a long code, comes as its text. */
export function parseExactly(text: string): unknown {
  return riskyNumber.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text)
}

function keepNumber(name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const kept = keepDigits(name, value, context)
  const isOutsized = typeof kept === 'number' && !Number.isFinite(kept)
  return isOutsized ? new OutsizedNumber(context?.source ?? String(kept)) : kept
}

/** The first number in a parsed value that is too large. */
export function findOutsized(value: unknown): OutsizedNumber | undefined {
  if (value instanceof OutsizedNumber) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const member of Object.values(value)) {
    const found = findOutsized(member)
    if (found) return found
  }
  return undefined
}
