import { expect, test } from 'vitest'
import { toBars } from '../detail/shown-value.tsx'

/** Decodes bars by the tables of ISO/IEC 15420, written independently of our own. */
const widths: Readonly<Record<string, number>> = {
  '3211': 0,
  '2221': 1,
  '2122': 2,
  '1411': 3,
  '1132': 4,
  '1231': 5,
  '1114': 6,
  '1312': 7,
  '1213': 8,
  '3112': 9,
}
const firstDigits = 'AAAAAA AABABB AABBAB AABBBA ABAABB ABBAAB ABBBAA ABABAB ABABBA ABBABA'.split(' ')

function readDigit(bits: string): { digit: number; set: string } {
  const runs = (bits.match(/0+|1+/g) ?? []).map(({ length }) => length)
  const [forward, backward] = [runs.join(''), runs.toReversed().join('')]
  const isEven = [...bits].filter((bit) => bit === '1').length % 2 === 0
  if (bits.startsWith('1')) return { digit: widths[forward] ?? NaN, set: 'C' }
  return isEven ? { digit: widths[backward] ?? NaN, set: 'B' } : { digit: widths[forward] ?? NaN, set: 'A' }
}

function readBars(bars: string, half: number): { digits: string; sets: string } {
  const end = 3 + half * 7
  expect([bars.slice(0, 3), bars.slice(end, end + 5), bars.slice(-3)]).toEqual(['101', '01010', '101'])
  const parts = [bars.slice(3, end), bars.slice(end + 5, -3)]
  const read = parts.flatMap((part) => (part.match(/.{7}/g) ?? []).map(readDigit))
  return { digits: read.map(({ digit }) => digit).join(''), sets: read.map(({ set }) => set).join('') }
}

test.each(['4006381333931', '9783161484100', '0036000291452', '5901234123457', '8711253001202'])(
  'the bars of %s read back as its digits',
  (gtin) => {
    const { digits, sets } = readBars(toBars(gtin) ?? '', 6)
    expect(`${firstDigits.indexOf(sets.slice(0, 6))}${digits}`).toBe(gtin)
    expect(sets.slice(6)).toBe('CCCCCC')
  },
)

test('twelve digits are thirteen with a zero before them, and eight have bars of their own', () => {
  expect(toBars('036000291452')).toBe(toBars('0036000291452'))
  expect(readBars(toBars('96385074') ?? '', 4)).toEqual({ digits: '96385074', sets: 'AAAACCCC' })
})

test('what these codes cannot hold has no bars', () => {
  expect(toBars('10614141000415')).toBeUndefined()
  expect(toBars('12ab')).toBeUndefined()
})
