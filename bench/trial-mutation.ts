/**
 * `npm run trial:mutation`: breaks the code behind the rules of server/SPEC.md in a copy of the checkout, one place at a time,
 * and expects the tests that cite the rule to fail. See README.md in trial/.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom, type Random } from './random.ts'
import { MutationCopy } from './trial/mutation-copy.ts'
import { MutationTests, type Outcome } from './trial/mutation-tests.ts'
import { mutations, type Mutation } from './trial/mutations.ts'
import { rulesOf } from './trial/rules.ts'

const { values: options } = parseArgs({
  options: {
    rules: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rule: { type: 'string', multiple: true },
  },
})

const startedAt = performance.now()
const broken = [...new Set(mutations.map(({ rule }) => rule))]
const drawn =
  options.rule ?? draw(broken, Number(options.rules ?? broken.length), seededRandom(Number(options.seed)))
const all = rulesOf(join(import.meta.dirname, '..'))
console.log(`trial:mutation with --rules ${drawn.length} --seed ${options.seed}`)
console.log(`${broken.length} of ${all.length} rules have a mutation, ${mutations.length} in all.`)

const faults: string[] = []
const tell = (fault: string) => {
  console.error(fault)
  faults.push(fault)
}
await using copy = await MutationCopy.make()
await using tests = await MutationTests.start(copy.folder)

const unbroken = await tests.runApart(drawn)
for (const [rule, outcome] of unbroken) {
  for (const name of failuresOf(outcome)) tell(`${rule}: fails with nothing broken: ${name}`)
  if (outcome.passed === 0 && failuresOf(outcome).length === 0) tell(`${rule}: no test cites it.`)
}
console.log(`The tests of these rules ran with nothing broken, after ${secondsSince(startedAt)} s.`)

const counts = { 'by a test': 0, 'by a set-up': 0 }
for (const mutation of mutations.filter(({ rule }) => drawn.includes(rule))) {
  const noticed = await tryMutation(mutation)
  console.log(`${mutation.rule}  ${noticed?.padEnd(11) ?? 'NOT NOTICED'}  ${mutation.file}`)
  if (noticed) counts[noticed] += 1
}

const noticed = counts['by a test'] + counts['by a set-up']
console.log(
  `${noticed} mutations of ${drawn.length} rules were noticed, ${counts['by a set-up']} of them by a set-up, in ${secondsSince(startedAt)} s.`,
)
for (const fault of faults) console.error(fault)
// Whatever the last run of the tests said.
process.exitCode = faults.length === 0 ? 0 : 1

/** A failure counts only where it is not there while nothing is broken. */
async function tryMutation(mutation: Mutation): Promise<keyof typeof counts | undefined> {
  const { rule, file, find } = mutation
  const mend = copy.break(mutation)
  if (!mend) {
    tell(`${rule}: the text to break stands not exactly once in ${file}: ${find}`)
    return undefined
  }
  tests.changed(file)
  try {
    const outcome = await tests.run(rule)
    const before = failuresOf(unbroken.get(rule))
    if (outcome.failed.some((name) => !before.includes(name))) return 'by a test'
    if (outcome.failedSetUps.some((name) => !before.includes(name))) return 'by a set-up'
    tell(`${rule}: no test noticed that this was broken in ${file}: ${find}`)
    return undefined
  } finally {
    mend()
    tests.changed(file)
  }
}

function failuresOf(outcome: Outcome | undefined): string[] {
  return outcome ? [...outcome.failed, ...outcome.failedSetUps] : []
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}

function draw(from: readonly string[], count: number, random: Random): string[] {
  const left = [...from]
  const picked: string[] = []
  while (left.length > 0 && picked.length < count) picked.push(...left.splice(random.below(left.length), 1))
  return picked
}
