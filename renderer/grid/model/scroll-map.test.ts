import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScrollMap } from './scroll-map.ts'

const view = 864
const millionRows = { total: 32_000_000, view, devicePixelRatio: 2 }

describe('a list that fits', () => {
  test('is one to one', () => {
    const map = new ScrollMap({ total: 6_400, view, devicePixelRatio: 1 })
    expect(map.height).toBe(6_400)
    expect(map.isScaled).toBe(false)
    expect([map.scrollTo(100), map.scrollTo(5_000), map.scrollTo(5_536)]).toEqual([100, 5_000, 5_536])
  })

  test('keeps fractions of pixels', () => {
    const map = new ScrollMap({ total: 6_400, view, devicePixelRatio: 1 })
    map.scrollTo(100.5)
    expect(map.settle()).toBe(100.5)
  })

  test('shorter than the view stays at the top', () => {
    const map = new ScrollMap({ total: 96, view, devicePixelRatio: 1 })
    expect(map.goTo(400)).toBe(0)
  })
})

describe('a list beyond the height of any element', () => {
  test('stays below the cap for the pixel ratio', () => {
    expect(new ScrollMap(millionRows).height).toBe(7_500_000)
    expect(new ScrollMap({ ...millionRows, devicePixelRatio: 1.5 }).height).toBe(10_000_000)
  })

  test('both ends are reached', () => {
    const map = new ScrollMap(millionRows)
    expect(map.scrollTo(7_500_000 - view)).toBe(32_000_000 - view)
    expect(map.scrollTo(0)).toBe(0)
  })

  test('the map is monotone and has an exact inverse', () => {
    const map = new ScrollMap(millionRows)
    const position = fc.double({ min: 0, max: 32_000_000 - view, noNaN: true })
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(map.toVirtual(map.toReal(a))).toBeCloseTo(a, 5)
        expect(Math.sign(map.toReal(a) - map.toReal(b)) * Math.sign(a - b)).toBeGreaterThanOrEqual(0)
      }),
      { seed: 7 },
    )
  })

  test('wheel ticks move one to one from anywhere, with a settle after each burst', () => {
    const start = fc.integer({ min: 100_000, max: 31_000_000 })
    const bursts = fc.array(fc.array(fc.integer({ min: -200, max: 200 }), { maxLength: 30 }), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(start, bursts, (start, bursts) => {
        const map = new ScrollMap(millionRows)
        let real = map.goTo(start)
        for (const ticks of bursts) {
          for (const tick of ticks) {
            const before = map.top
            real += tick
            expect(map.scrollTo(real) - before).toBeCloseTo(tick, 6)
          }
          real = map.settle()
        }
      }),
      { seed: 11, numRuns: 60 },
    )
  })

  test('100 px ticks from 3,000,000 reach the top in 30,000 ticks', () => {
    const map = new ScrollMap(millionRows)
    let real = map.goTo(3_000_000)
    let ticks = 0
    while (map.top > 0 && ticks < 40_000) {
      real = Math.max(0, real - 100)
      map.scrollTo(real)
      ticks += 1
      if (ticks % 50 === 0) real = map.settle()
    }
    expect(ticks).toBe(30_000)
  })
})
