import { expect, test } from 'vitest'
import { seededPick } from '../../testing/facet-world.ts'
import { QualityWorld } from '../../testing/quality-world.ts'

const catalogs = process.env['LONG_TESTS'] === undefined ? 15 : 2000

test('rules of random catalogs find what a look at each value gives, after every write [QUALITY-03] [QUALITY-04] [QUALITY-05] [QUALITY-06] [QUALITY-14]', () => {
  const wrong: unknown[] = []
  for (let seed = 1; seed <= catalogs && wrong.length < 3; seed += 1) {
    using world = new QualityWorld(seededPick(seed), 6 + (seed % 15))
    if (seed % 2 === 0) world.makeIndexes()
    for (let round = 0; round < 6; round += 1) {
      const { rules, answered, naive } = world.compare()
      if (JSON.stringify(answered) !== JSON.stringify(naive))
        wrong.push({ seed, round, rules, answered, naive })
      world.write()
      world.write()
    }
  }
  expect(wrong).toEqual([])
}, 600_000)
