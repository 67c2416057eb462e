import { type DataType, dataTypeTraits } from '#shared/attributes.ts'
import type { OwnRules, Scalar } from './scalar-rules.ts'

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

/** Numbers within the bounds of their data type. A fraction where they are whole is out of range, as too many decimals are. */
export function numberRules(dataType: DataType): OwnRules {
  const { bounds } = dataTypeTraits[dataType]
  const { min = -Infinity, max = Infinity, isWhole = false } = bounds
  const expected = {
    ...(bounds.min !== undefined && { min }),
    ...(bounds.max !== undefined && { max }),
    ...(isWhole && { decimals: 0 }),
  }
  return {
    parse(input) {
      const value = parseNumber(input)
      if (value === undefined) return { issue: 'expected_number' }
      const isOutside = value < min || value > max || (isWhole && !Number.isInteger(value))
      return isOutside ? { issue: 'out_of_range', expected } : { value }
    },
    toComparable: Number,
  }
}

export const booleanRules: OwnRules = {
  parse: (input) => (typeof input === 'boolean' ? { value: input } : { issue: 'expected_boolean' }),
  toComparable: (value) => (value === true ? 1 : 0),
}

/** Tells whether a number has at most that many decimals. */
export function fitsDecimals(value: number, decimals: number): boolean {
  return Number(value.toFixed(decimals)) === value
}
