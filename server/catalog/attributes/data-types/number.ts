import type { ParsedScalar, Scalar, ScalarRules } from './scalar-rules.ts'

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/** The number a JSON number or numeric text stands for; undefined for anything else and beyond ±2^53 (reading 7). */
export function parseNumber(input: Scalar): number | undefined {
  if (typeof input === 'boolean') return undefined
  if (typeof input === 'string' && !decimal.test(input.trim())) return undefined
  const number = Number(input)
  if (Math.abs(number) >= largest && !isLargest(input)) return undefined
  // Adding 0 turns -0 into 0, which JSON would otherwise lose on the way back.
  return number + 0
}

const largest = 2 ** 53

/** 2^53 itself; a text of 2^53 + 1 would round to it. */
function isLargest(input: string | number): boolean {
  return /^[+-]?0*9007199254740992(\.0*)?$/.test(String(input).trim())
}

// A fraction where numbers are whole is out of range, as more decimals than a constraint allows are.
function within(minimum: number, maximum: number, isWhole: boolean) {
  return (input: Scalar): ParsedScalar => {
    const value = parseNumber(input)
    if (value === undefined) return { issue: 'expected_number' }
    const isOutside = value < minimum || value > maximum || (isWhole && !Number.isInteger(value))
    return isOutside ? { issue: 'out_of_range' } : { value }
  }
}

const toNorm = (value: Scalar) => Number(value)

export const numberRules: ScalarRules = { parse: within(-Infinity, Infinity, false), toNorm }
export const progressRules: ScalarRules = { parse: within(0, 100, false), toNorm }
export const rankRules: ScalarRules = { parse: within(1, Infinity, true), toNorm }

/** Tells whether a number has at most that many decimals. */
export function fitsDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value
}
