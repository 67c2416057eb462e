/**
 * `npm run trial:generation`: generates three attributes of each product by a fake provider that fails now and then, with and without
 * kills, and counts values and dollars afterwards; with `--base-url` asks a real model instead. See trial/README.md.
 */
import { parseArgs } from 'node:util'
import { providerKinds } from '#shared/providers.ts'
import { isOneOf } from '#shared/text.ts'
import { seededRandom } from './random.ts'
import {
  type KilledTrial,
  measureRuns,
  runWithBudget,
  runWithFaults,
  runWithKills,
} from './trial/generation/phases.ts'
import { tryRealModel } from './trial/generation/real-model.ts'
import { trialProducts } from './trial/generation/trial-catalog.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string' },
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    concurrency: { type: 'string', default: '16' },
    only: { type: 'string' },
    // The bounds of speed hold on a machine that has nothing else to do.
    'no-bounds': { type: 'boolean', default: false },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    kind: { type: 'string', default: 'openai_compatible' },
  },
})

const bounds = { rowsPerCpuSecond: 50, slowerPatch: 3 }
const { 'base-url': baseUrl, model, kind } = options

if (baseUrl === undefined) await tryFake(Number(options.products ?? 2000))
else {
  if (!isOneOf(providerKinds, kind)) throw new Error(`--kind takes ${providerKinds.join(', ')}.`)
  await tryRealModel({ baseUrl, model, kind, products: Number(options.products ?? 10) })
}

async function tryFake(count: number): Promise<void> {
  const [seed, kills] = [Number(options.seed), Number(options.kills)]
  console.log(`trial:generation with --products ${count} --kills ${kills} --seed ${seed}`)
  const trial = {
    products: trialProducts(count),
    seed,
    concurrency: Number(options.concurrency),
    kills,
    random: seededRandom(seed),
  }
  const parts = { speed: trySpeed, faults: tryFaults, budgets: tryBudgets, kills: tryKills }
  const { only } = options
  if (only !== undefined && !Object.hasOwn(parts, only))
    throw new Error(`--only takes ${Object.keys(parts).join(', ')}.`)
  for (const [name, play] of Object.entries(parts)) if (only === undefined || only === name) await play(trial)
}

async function trySpeed(trial: KilledTrial): Promise<void> {
  const { rowsPerSecond, rowsPerCpuSecond, idle, beside } = await measureRuns(trial)
  const slower = beside / idle
  console.log(
    `${rowsPerSecond.toFixed(0)} products a second, three values each, ${rowsPerCpuSecond.toFixed(0)} in a second of CPU; p99 of a PATCH meanwhile is ${slower.toFixed(1)} times that between runs (${beside.toFixed(1)} ms, ${idle.toFixed(1)} ms).`,
  )
  const isSlow = rowsPerCpuSecond < bounds.rowsPerCpuSecond || slower > bounds.slowerPatch
  if (isSlow && !options['no-bounds'])
    throw new Error(
      `The bounds are ${bounds.rowsPerCpuSecond} products in a second of CPU, and a PATCH ${bounds.slowerPatch} times as long.`,
    )
}

async function tryFaults(trial: KilledTrial): Promise<void> {
  const { cost, calls } = await runWithFaults(trial)
  console.log(
    `With faults: all counts exact; ${calls} calls cost $${cost.toFixed(4)}, as the provider's book says.`,
  )
}

async function tryBudgets(trial: KilledTrial): Promise<void> {
  const { runs } = await runWithBudget(trial)
  console.log(`${runs} runs with too small a budget, killed: none has passed it, and nothing is missing.`)
}

async function tryKills(trial: KilledTrial): Promise<void> {
  if (trial.kills === 0) return
  const { cost, unsettled, book } = await runWithKills(trial)
  console.log(
    `${trial.kills} kills: all counts exact, nothing twice and nothing lost; $${cost.toFixed(4)} spent, $${unsettled.toFixed(4)} of it unsettled, $${book.toFixed(4)} in the provider's book.`,
  )
}
