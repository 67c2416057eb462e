import { type Decimal, scaleDecimal, roundToStep, toDecimal, toNumber } from './decimal.ts'
import { keysOf } from './text.ts'

export interface Unit {
  readonly symbol: string
  /** The size in the first unit of its family, exactly. */
  readonly size: string
  readonly words: RegExp
}

const families = {
  weight: [
    { symbol: 'g', size: '1', words: /^(gr|gram(s|me|mes|m)?)$/ },
    { symbol: 'mg', size: '0.001', words: /^milligram(s|me|mes|m)?$/ },
    { symbol: 'kg', size: '1000', words: /^(kgs|kilo(s|gram|grams|gramm|gramme)?)$/ },
    { symbol: 't', size: '1000000', words: /^ton(ne|nes|nen)$/ },
    { symbol: 'oz', size: '28.349523125', words: /^(ounces?|unzen?)$/ },
    { symbol: 'lb', size: '453.59237', words: /^(lbs|pounds?)$/ },
  ],
  length: [
    { symbol: 'cm', size: '1', words: /^(centimet(er|re)s?|zentimeter)$/ },
    { symbol: 'mm', size: '0.1', words: /^millimet(er|re)s?$/ },
    { symbol: 'm', size: '100', words: /^(met(er|re)s?)$/ },
    { symbol: 'km', size: '100000', words: /^kilomet(er|re)s?$/ },
    { symbol: 'in', size: '2.54', words: /^(inch|inches|zoll|"|″|”)$/ },
    { symbol: 'ft', size: '30.48', words: /^(foot|feet|'|′|fuß)$/ },
    { symbol: 'yd', size: '91.44', words: /^yards?$/ },
  ],
  area: [
    { symbol: 'm²', size: '1', words: /^(m2|qm|sqm)$/ },
    { symbol: 'cm²', size: '0.0001', words: /^(cm2|qcm)$/ },
    { symbol: 'mm²', size: '0.000001', words: /^(mm2|qmm)$/ },
    { symbol: 'ft²', size: '0.09290304', words: /^(ft2|sq ?ft)$/ },
    { symbol: 'in²', size: '0.00064516', words: /^(in2|sq ?in)$/ },
  ],
  volume: [
    { symbol: 'l', size: '1', words: /^(lit(er|re)s?|ltr)$/ },
    { symbol: 'ml', size: '0.001', words: /^(millilit(er|re)s?|cm³|cm3|ccm)$/ },
    { symbol: 'cl', size: '0.01', words: /^(centilit(er|re)s?|zentiliter)$/ },
    { symbol: 'm³', size: '1000', words: /^(m3|cbm)$/ },
    { symbol: 'fl oz', size: '0.0295735295625', words: /^(floz|fl\.? ?oz)$/ },
    { symbol: 'gal', size: '3.785411784', words: /^gallons?$/ },
  ],
  time: [
    { symbol: 's', size: '1', words: /^(sec|seconds?|sek|sekunden?)$/ },
    { symbol: 'min', size: '60', words: /^(minutes?|minuten?)$/ },
    { symbol: 'h', size: '3600', words: /^(hours?|hrs?|std|stunden?)$/ },
    { symbol: 'd', size: '86400', words: /^(days?|tage?)$/ },
  ],
  power: [
    { symbol: 'W', size: '1', words: /^watts?$/ },
    { symbol: 'kW', size: '1000', words: /^kilowatts?$/ },
  ],
} as const satisfies Record<string, readonly Unit[]>

export type UnitFamily = keyof typeof families
export const unitFamilies = keysOf(families)

export function unitsOf(family: UnitFamily): readonly Unit[] {
  return families[family]
}

/** Returns the unit of a symbol or word, among all or some families; undefined for an unknown one. */
export function findUnit(word: string, among: readonly UnitFamily[] = unitFamilies): Unit | undefined {
  const units = among.flatMap(unitsOf)
  const trimmed = word.trim().replace(/\.$/, '')
  const lower = trimmed.toLowerCase()
  return (
    units.find(({ symbol }) => symbol === trimmed) ??
    units.find(({ symbol, words }) => symbol.toLowerCase() === lower || words.test(lower))
  )
}

export function familyOfUnit(unit: Unit): UnitFamily {
  return unitFamilies.find((family) => unitsOf(family).includes(unit)) as UnitFamily
}

/**
 * Converts a number to another unit by exact decimal arithmetic, rounded to `decimals` if given; undefined
 * between families.
 */
export function convertExactly(value: number, from: Unit, to: Unit, decimals?: number): number | undefined {
  if (familyOfUnit(from) !== familyOfUnit(to)) return undefined
  if (from === to || !Number.isFinite(value)) return value
  const converted = scaleDecimal(toDecimal(value), toDecimal(from.size), toDecimal(to.size))
  if (decimals !== undefined) return toNumber(roundToStep(converted, stepOf(decimals)))
  // An infinite quotient is cut to the digits that a number keeps.
  return Number(toNumber(converted).toPrecision(15))
}

function stepOf(decimals: number): Decimal {
  return { units: 1n, scale: decimals }
}
