import { digitKeeper, type NumberKeeper, parseExactly } from '#shared/exact-json.ts'

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

/** Parses the JSON of rows; a whole number with more digits than JavaScript keeps, such as a long code, comes as its text. */
export function parseRowJson(text: string): unknown {
  return parseExactly(text, keepNumber)
}

const keepNumber: NumberKeeper = (name, value, context) => {
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
