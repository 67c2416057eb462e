/** Weights and lengths of a catalog in the units of channels. */

interface Unit {
  readonly symbol: string
  /** In grams or centimetres. */
  readonly size: number
  readonly words: RegExp
}

const weights: readonly Unit[] = [
  { symbol: 'mg', size: 0.001, words: /^(mg|milligram(s|me|mes)?)$/ },
  { symbol: 'g', size: 1, words: /^(g|gr|gram(s|me|mes|m)?)$/ },
  { symbol: 'kg', size: 1000, words: /^(kg|kgs|kilo(s|gram|grams|gramm|gramme)?)$/ },
  { symbol: 'lb', size: 453.592_37, words: /^(lb|lbs|pounds?)$/ },
  { symbol: 'oz', size: 28.349_523_125, words: /^(oz|ounces?)$/ },
]

const lengths: readonly Unit[] = [
  { symbol: 'mm', size: 0.1, words: /^(mm|millimet(er|re)s?)$/ },
  { symbol: 'cm', size: 1, words: /^(cm|centimet(er|re)s?|zentimeter)$/ },
  { symbol: 'm', size: 100, words: /^(m|met(er|re)s?)$/ },
  { symbol: 'in', size: 2.54, words: /^(in|inch|inches|zoll|"|″)$/ },
  { symbol: 'ft', size: 30.48, words: /^(ft|foot|feet|'|′)$/ },
]

const all = [...weights, ...lengths]

export interface Measure {
  readonly number: number
  /** Undefined where nothing says it. */
  readonly unit: Unit | undefined
}

/** What says the unit of a value that does not say it itself. */
export interface UnitHints {
  /** Of the attribute. */
  readonly unit: string | undefined
  /** Of the attribute, which may end in a unit, as `weight_kg` does. */
  readonly key: string | undefined
}

const withUnit = /^(\d+(?:[.,]\d+)?(?:e-?\d+)?) ?([a-z"″'′]+)?\.?$/i

/** Reads `1.4`, `12 kg` or `0,5 kg`; undefined for what is no measure. A comma before three digits could be either and is none. */
export function readMeasure(text: string, { unit, key = '' }: UnitHints): Measure | undefined {
  const [, digits, own] = withUnit.exec(text.trim()) ?? []
  if (digits === undefined || /,\d{3}$/.test(digits)) return undefined
  const number = Number(digits.replace(',', '.'))
  if (own !== undefined) {
    const said = findUnit(own)
    return said && { number, unit: said }
  }
  const symbol = unitOf({ unit, key })
  return { number, unit: all.find((one) => one.symbol === symbol) }
}

/** The symbol of the unit that the attribute of values says. */
export function unitOf({ unit = '', key = '' }: UnitHints): string | undefined {
  return (findUnit(unit) ?? findUnit(key.split('_').at(-1) ?? ''))?.symbol
}

function findUnit(word: string): Unit | undefined {
  return all.find(({ words }) => words.test(word.trim().toLowerCase()))
}

/** A number in another unit of weights or lengths, without the digits that arithmetic alone makes; undefined where it has none. */
export function convertUnit(number: number, from: string, to: string): number | undefined {
  const symbol = findUnit(to)?.symbol
  const converted =
    symbol === undefined ? undefined : convertMeasure({ number, unit: findUnit(from) }, symbol)
  return converted === undefined ? undefined : Number(converted.toPrecision(12))
}

/** Whether numbers in one unit can be written in the other. */
export function isSameMeasure(one: string, other: string): boolean {
  return one === other || convertUnit(1, one, other) !== undefined
}

/** The number in another unit; undefined where the one is no weight or length as the other. */
export function convertMeasure({ number, unit }: Measure, symbol: string): number | undefined {
  const table = [weights, lengths].find((units) => units.some((one) => one.symbol === symbol)) ?? []
  const to = table.find((one) => one.symbol === symbol)
  return unit && to && table.includes(unit) ? (number * unit.size) / to.size : undefined
}
