/**
 * `npm run trial:mutation`: breaks the code that the tests of a rule of server/SPEC.md run, one mutant at a time in a copy of the
 * checkout, and expects the tests that cite the rule to fail. See README.md in trial/.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from './random.ts'
import { chooseMutants, draw, runsByLevel, type PlacedMutant } from './trial/choose-mutants.ts'
import { applyMutant } from './trial/mutants.ts'
import { MutationCopy } from './trial/mutation-copy.ts'
import { MutationTests, type Outcome } from './trial/mutation-tests.ts'
import { citationsIn, rulesOf } from './trial/rules.ts'

const { values: options } = parseArgs({
  options: {
    rules: { type: 'string', default: '10' },
    mutants: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rule: { type: 'string', multiple: true },
  },
})

const startedAt = performance.now()
const checkout = join(import.meta.dirname, '..')
const random = seededRandom(Number(options.seed))
const citations = citationsIn(checkout)
const rules = rulesOf(checkout).filter((rule) => citations.has(rule))
const drawn = options.rule ?? draw(rules, Number(options.rules), random)
const compared = [...new Set([...drawn.flatMap(neighboursOf), ...draw(rules, 4, random)])].filter(
  (rule) => !drawn.includes(rule),
)
console.log(`trial:mutation with --rules ${drawn.length} --mutants ${options.mutants} --seed ${options.seed}`)

const faults: string[] = []
await using copy = await MutationCopy.make()
await using tests = await MutationTests.start(copy.folder)

const unbroken = await tests.runApart(drawn)
for (const [rule, outcome] of unbroken) {
  for (const name of failuresOf(outcome)) faults.push(`${rule}: fails with nothing broken: ${name}`)
  if (outcome.passed === 0 && failuresOf(outcome).length === 0) faults.push(`${rule}: no test cites it.`)
}
const runs = await recordRunsOf([...drawn, ...compared])
console.log(`What the tests of these rules run is known after ${secondsSince(startedAt)} s.`)

const counts = { noticed: 0, 'not noticed': 0, 'not covered': 0 }
for (const rule of drawn) await tryRule(rule)

console.log(
  `${counts.noticed} mutants of ${drawn.length} rules were noticed, ${counts['not noticed']} were not, ` +
    `${counts['not covered']} rules run no code of the server, in ${secondsSince(startedAt)} s.`,
)
for (const fault of faults) console.error(fault)
// The exit code does not depend on the last run of the tests.
process.exitCode = faults.length === 0 ? 0 : 1

/**
 * Rules whose tests share files: code that those tests run as well, such as a set-up, is not the code of
 * this rule.
 */
function neighboursOf(rule: string): string[] {
  const files = citations.get(rule) ?? []
  return draw(
    rules.filter((other) => citations.get(other)?.some((file) => files.includes(file))),
    4,
    random,
  )
}

async function recordRunsOf(of: readonly string[]): Promise<Map<string, Set<string>>> {
  const sources = copy.recordSources()
  for (const file of sources.keys()) tests.changed(file)
  const recorded = new Map<string, Set<string>>()
  for (const rule of of) {
    copy.takeRuns()
    await tests.run(rule)
    recorded.set(rule, copy.takeRuns())
  }
  for (const [file, source] of sources) copy.write(file, source)
  for (const file of sources.keys()) tests.changed(file)
  return recorded
}

async function tryRule(rule: string): Promise<void> {
  const levels = runsByLevel(rule, runs)
  const mutants = chooseMutants(levels, Number(options.mutants), random, (file) => copy.read(file))
  if (mutants.length === 0) {
    console.log(`${rule}  not covered`)
    counts['not covered'] += 1
    return
  }
  let noticed = 0
  for (const mutant of mutants) {
    const before = copy.read(mutant.file)
    const isNoticed = await tryMutant(rule, mutant, before)
    const changed = before.slice(mutant.start, mutant.end).replaceAll(/\s+/g, ' ').slice(0, 80)
    const verdict = isNoticed ? 'noticed' : 'not noticed'
    counts[verdict] += 1
    if (isNoticed) noticed += 1
    console.log(
      `${rule}  ${verdict.padEnd(11)}  ${mutant.file}:${mutant.line}  ${mutant.operator}: ${changed}`,
    )
  }
  if (noticed === 0) faults.push(`${rule}: its tests noticed none of its mutants.`)
}

/** A failure counts only if it does not occur while nothing is broken. */
async function tryMutant(rule: string, mutant: PlacedMutant, source: string): Promise<boolean> {
  copy.write(mutant.file, applyMutant(source, mutant))
  tests.changed(mutant.file)
  try {
    const before = failuresOf(unbroken.get(rule))
    return failuresOf(await tests.run(rule)).some((name) => !before.includes(name))
  } finally {
    copy.write(mutant.file, source)
    tests.changed(mutant.file)
  }
}

function failuresOf(outcome: Outcome | undefined): string[] {
  return outcome ? [...outcome.failed, ...outcome.failedSetUps] : []
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}
