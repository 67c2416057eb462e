/** Decimal arithmetic: 19.99 plus ten percent is 21.989, without errors of binary fractions. */

export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

export function toDecimal(value: number | string): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const scale = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

export function toNumber({ units, scale }: Decimal): number {
  return Number(`${units}e${-scale}`)
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale)
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale }
}

export function addPercent({ units, scale }: Decimal, percent: Decimal): Decimal {
  const factor = addDecimals({ units: 100n, scale: 0 }, percent)
  return { units: units * factor.units, scale: scale + factor.scale + 2 }
}

/** Rounds to a multiple of a positive step, halves away from zero. */
export function roundToStep(value: Decimal, step: Decimal): Decimal {
  const scale = Math.max(value.scale, step.scale)
  const [units, size] = [unitsAt(value, scale), unitsAt(step, scale)]
  const sign = units < 0n ? -1n : 1n
  const steps = (2n * units * sign + size) / (2n * size)
  return { units: sign * steps * size, scale }
}

/** The nearest decimal of the same sign with that end, such as `x.99`, the larger of two alike; zero stays zero. */
export function roundToEnding(value: Decimal, ending: string): Decimal {
  const end = toDecimal(`0${ending.slice(1)}`)
  const whole = ending.slice(1).split('.')[0] ?? ''
  const scale = Math.max(value.scale, end.scale)
  const [units, rest] = [unitsAt(value, scale), unitsAt(end, scale)]
  if (units === 0n) return value
  const sign = units < 0n ? -1n : 1n
  const period = 10n ** BigInt(scale + whole.length)
  const size = units * sign
  const below = size < rest ? undefined : rest + ((size - rest) / period) * period
  const above = below === undefined ? rest : below + period
  const isBelow = below !== undefined && size - below < above - size
  return { units: sign * (isBelow ? below : above), scale }
}

function unitsAt({ units, scale }: Decimal, other: number): bigint {
  return units * 10n ** BigInt(other - scale)
}

/** Returns value × factor / divisor, with more digits than a number has. */
export function scaleDecimal(value: Decimal, factor: Decimal, divisor: Decimal): Decimal {
  const units = value.units * factor.units * 10n ** BigInt(quotientScale + divisor.scale)
  const scale = value.scale + factor.scale + quotientScale
  return roundToStep({ units: units / divisor.units, scale }, { units: 1n, scale: quotientScale })
}

const quotientScale = 30
