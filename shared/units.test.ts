import { expect, test } from 'vitest'
import { convertExactly, familyOfUnit, findUnit, unitFamilies, unitsOf } from './units.ts'

function convert(value: number, from: string, to: string, decimals?: number): number | undefined {
  const [one, other] = [findUnit(from), findUnit(to)]
  if (!one || !other) throw new Error('no unit')
  return convertExactly(value, one, other, decimals)
}

test.each([
  [12, 'in', 'cm', 30.48],
  [0.1, '"', 'mm', 2.54],
  [1.1, 'm', 'cm', 110],
  [0.07, 'm', 'mm', 70],
  [6, 'feet', 'm', 1.8288],
  [2.3, 'lbs', 'g', 1043.262451],
  [16, 'oz', 'lb', 1],
  [30.48, 'cm', 'in', 12],
  [1, 'cm', 'in', 0.393700787401575],
  [-2.5, 'kg', 'g', -2500],
  [1, 'gal', 'l', 3.785411784],
  [90, 'min', 'h', 1.5],
  [250, 'W', 'kW', 0.25],
  [4, 'sq ft', 'm2', 0.37161216],
])('%s %s in %s is %s, exactly [KIND-03]', (value, from, to, expected) => {
  expect(convert(value, from, to)).toBe(expected)
})

test('a conversion rounds to the decimals of its attribute, halves away from zero [KIND-03]', () => {
  expect(convert(1, 'in', 'cm', 1)).toBe(2.5)
  expect(convert(12.5, 'mm', 'cm', 1)).toBe(1.3)
  expect(convert(-12.5, 'mm', 'cm', 1)).toBe(-1.3)
})

test('families do not convert into each other', () => {
  expect(convert(1, 'kg', 'cm')).toBeUndefined()
  expect(convert(Infinity, 'kg', 'g')).toBe(Infinity)
})

test('every unit is found by its own symbol, and a word names one unit', () => {
  for (const unit of unitFamilies.flatMap(unitsOf)) {
    expect(findUnit(unit.symbol)).toBe(unit)
    expect(unitsOf(familyOfUnit(unit))).toContain(unit)
  }
  expect(findUnit('Zoll')?.symbol).toBe('in')
  expect(findUnit('KG')?.symbol).toBe('kg')
  expect(findUnit('MW')).toBeUndefined()
})
