import type { Random } from '../random.ts'
import { listMutants, type Mutant } from './mutants.ts'
import { listUnits, unitAt } from './record-runs.ts'

export interface PlacedMutant extends Mutant {
  readonly file: string
  readonly line: number
}

/** The mutants of the units that ran, given as `file:start`. `read` gives the text of a file. */
export function listMutantsOfRuns(runs: ReadonlySet<string>, read: (file: string) => string): PlacedMutant[] {
  const files = new Set([...runs].map((run) => run.slice(0, run.lastIndexOf(':'))))
  return [...files].sort().flatMap((file) => {
    const source = read(file)
    const units = listUnits(file, source)
    return listMutants(file, source)
      .filter(({ start }) => runs.has(`${file}:${unitAt(units, start)?.start}`))
      .map((mutant) => ({ ...mutant, file, line: source.slice(0, mutant.start).split('\n').length }))
  })
}

/**
 * Returns the units that ran for a rule, in levels: first those that ran for no other rule, then those
 * that ran for one other, and so on. Common code, such as the start of a server, comes last.
 */
export function runsByLevel(
  rule: string,
  runs: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string>[] {
  const others = [...runs].filter(([other]) => other !== rule).map(([, ran]) => ran)
  const levels = Array.from({ length: others.length + 1 }, () => new Set<string>())
  for (const run of runs.get(rule) ?? []) levels[others.filter((ran) => ran.has(run)).length]?.add(run)
  return levels
}

export function chooseMutants(
  levels: readonly ReadonlySet<string>[],
  count: number,
  random: Random,
  read: (file: string) => string,
): PlacedMutant[] {
  const chosen: PlacedMutant[] = []
  for (const level of levels) {
    if (chosen.length >= count) break
    chosen.push(...draw(listMutantsOfRuns(level, read), count - chosen.length, random))
  }
  return chosen
}

export function draw<T>(from: readonly T[], count: number, random: Random): T[] {
  const left = [...from]
  const drawn: T[] = []
  while (left.length > 0 && drawn.length < count) drawn.push(...left.splice(random.below(left.length), 1))
  return drawn
}
