import { convertExactly, findUnit as findAny, type Unit } from '#shared/units.ts'

const asked = ['weight', 'length'] as const

export interface Measure {
  readonly number: number
  readonly unit: Unit | undefined
}

export interface UnitHints {
  readonly unit: string | undefined
  readonly key: string | undefined
}

const withUnit = /^(\d+(?:[.,]\d+)?(?:e-?\d+)?) ?([a-z"″'′]+)?\.?$/i

/**
 * Reads `1.4`, `12 kg` or `0,5 kg`; undefined for anything else. A comma before three digits is ambiguous
 * and refused.
 */
export function readMeasure(text: string, { unit, key = '' }: UnitHints): Measure | undefined {
  const [, digits, own] = withUnit.exec(text.trim()) ?? []
  if (digits === undefined || /,\d{3}$/.test(digits)) return undefined
  const number = Number(digits.replace(',', '.'))
  if (own !== undefined) {
    const said = findUnit(own)
    return said && { number, unit: said }
  }
  const symbol = unitOf({ unit, key })
  return { number, unit: symbol === undefined ? undefined : findUnit(symbol) }
}

export function unitOf({ unit = '', key = '' }: UnitHints): string | undefined {
  return (findUnit(unit) ?? findUnit(key.split('_').at(-1) ?? ''))?.symbol
}

function findUnit(word: string): Unit | undefined {
  return findAny(word, asked)
}

export function convertUnit(number: number, from: string, to: string): number | undefined {
  return convertMeasure({ number, unit: findUnit(from) }, to)
}

export function isSameMeasure(one: string, other: string): boolean {
  return one === other || convertUnit(1, one, other) !== undefined
}

export function convertMeasure({ number, unit }: Measure, symbol: string): number | undefined {
  const to = findUnit(symbol)
  return unit && to && convertExactly(number, unit, to)
}
