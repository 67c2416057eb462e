/**
 * `npm run trial:mutation`: draws rules of server/SPEC.md, breaks the code behind each of them in a copy of the checkout, and
 * expects the tests that cite the rule to fail. See README.md in this folder.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom, type Random } from './random.ts'
import { MutationCopy } from './trial/mutation-copy.ts'
import { mutations } from './trial/mutations.ts'
import { rulesOf } from './trial/rules.ts'

const { values: options } = parseArgs({
  options: {
    rules: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    rule: { type: 'string', multiple: true },
  },
})

const sentences = {
  survived: 'no test noticed that this was broken in',
  gone: 'the text to break stands not exactly once in',
}
const startedAt = performance.now()
const broken = [...new Set(mutations.map(({ rule }) => rule))]
const drawn = options.rule ?? draw(broken, Number(options.rules), seededRandom(Number(options.seed)))
const all = rulesOf(join(import.meta.dirname, '..'))
console.log(`trial:mutation with --rules ${drawn.length} --seed ${options.seed}`)
console.log(`${broken.length} of ${all.length} rules have a mutation, ${mutations.length} in all.`)

await using copy = await MutationCopy.make()
const faults = await findUntested(copy, drawn)
let killed = 0
for (const mutation of mutations.filter(({ rule }) => drawn.includes(rule))) {
  const outcome = await copy.try(mutation)
  console.log(`${mutation.rule}  ${outcome.padEnd(8)}  ${mutation.file}`)
  if (outcome === 'killed') killed += 1
  else faults.push(`${mutation.rule}: ${sentences[outcome]} ${mutation.file}: ${mutation.find}`)
}

const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${killed} mutations of ${drawn.length} rules made a test fail, in ${seconds} s.`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

/** A rule counts only where its tests pass while nothing is broken. */
async function findUntested(copy: MutationCopy, rules: readonly string[]): Promise<string[]> {
  const outcome = await copy.test(rules)
  return rules.flatMap((rule) => {
    const { passed = 0, failed = 0 } = outcome.get(rule) ?? {}
    if (failed > 0) return [`${rule}: ${failed} of its tests fail with nothing broken.`]
    return passed === 0 ? [`${rule}: no test cites it.`] : []
  })
}

function draw(from: readonly string[], count: number, random: Random): string[] {
  const left = [...from]
  const picked: string[] = []
  while (left.length > 0 && picked.length < count) picked.push(...left.splice(random.below(left.length), 1))
  return picked
}
