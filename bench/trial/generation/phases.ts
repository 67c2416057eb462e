/** The parts of the generation trial, each on a data folder and with a provider of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuOfTreeMs } from '../../processes/cpu-time.ts'
import { type RunningServer, startVitrine } from '../../processes/vitrine.ts'
import type { Random } from '../../random.ts'
import { type FakeProvider, startFakeProvider } from '../../../server/providers/testing/fake-provider.ts'
import {
  assertApplied,
  assertCounts,
  assertProposals,
  assertSame,
  assertSpendCoversBook,
  assertSpendIsBook,
} from './check-run.ts'
import { endedRun, listProposals, readJob, startRun } from './follow-run.ts'
import {
  addProvider,
  askOwner,
  createGenerationFolder,
  type GenerationFolder,
  type Owner,
  ownerHeaders,
  removeFolder,
} from './generation-folder.ts'
import { Patching, quantile } from './patch-times.ts'
import { price, type Script, scriptModels } from './scripted-models.ts'
import { countFates, type TrialProduct } from './trial-catalog.ts'

export interface Trial {
  readonly products: readonly TrialProduct[]
  readonly seed: number
  readonly concurrency: number
}

export interface KilledTrial extends Trial {
  readonly kills: number
  readonly random: Random
}

interface Stage extends Trial {
  readonly folder: GenerationFolder
  readonly fake: FakeProvider
  readonly open: () => Promise<Owner>
}

async function onStage<T>(
  trial: Trial,
  script: Omit<Script, 'seed'>,
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  const folder = await createGenerationFolder(trial.products)
  const fake = await startFakeProvider(scriptModels({ ...script, seed: trial.seed }))
  let server: RunningServer | undefined
  const open = async () => {
    server = await startVitrine(folder.dataDir).listening
    return { ...folder, server }
  }
  try {
    const owner = await open()
    await addProvider(owner, {
      name: 'Fake',
      kind: 'openai_compatible',
      base_url: fake.baseUrl('openai_compatible'),
      models: { text: 'fake-small' },
      concurrency: trial.concurrency,
      price,
    })
    await owner.server.stop()
    // These calls probed what the model can do, which no workspace has paid for.
    fake.book.length = 0
    const result = await play({ ...trial, folder, fake, open })
    removeFolder(folder)
    return result
  } catch (error) {
    await server?.kill()
    console.error(`The data is left in ${folder.path}.`)
    throw error
  } finally {
    await fake.close()
  }
}

const ample = 1000

export interface PhaseFigures {
  readonly rowsPerSecond: number
  /** Rows per second of the server's CPU, which other programs hardly influence. */
  readonly rowsPerCpuSecond: number
  /** The p99 of a PATCH alone and during runs, in milliseconds. */
  readonly idle: number
  readonly beside: number
}

const rounds = 8

/**
 * Measures runs without faults: products per second, and how much longer a PATCH takes during runs than
 * between them.
 */
export function measureRuns(trial: Trial): Promise<PhaseFigures> {
  return onStage(trial, { faultsPercent: 0, hangs: false }, async ({ folder, products, fake, open }) => {
    const owner = await open()
    const run = async (from: number, to: number) => {
      const ids = folder.ids.slice(from, to)
      const ended = await endedRun(owner, await startRun(owner, { ids, budget: ample }))
      assertCounts(ended.result, products.slice(from, to))
      return ended.seconds
    }
    const half = Math.ceil(products.length / 2)
    const cpuBefore = cpuOfTreeMs(owner.server.pid)
    const seconds = await run(0, half)
    const cpuSeconds = (cpuOfTreeMs(owner.server.pid) - cpuBefore) / 1000

    const url = `${owner.server.baseUrl}/products`
    const target = { url, headers: ownerHeaders(folder), ids: folder.ids }
    const [idle, beside]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const [from, to] = [round, round + 1].map((part) => half + Math.floor((part * half) / rounds))
      idle.push(...(await patchWhile(target, () => sleep(1500))))
      beside.push(...(await patchWhile(target, () => run(from ?? 0, to ?? 0))))
    }
    await assertSpendIsBook(owner, fake)
    await owner.server.stop()
    return {
      rowsPerSecond: half / seconds,
      rowsPerCpuSecond: half / cpuSeconds,
      idle: quantile(idle, 0.99),
      beside: quantile(beside, 0.99),
    }
  })
}

async function patchWhile(
  target: ConstructorParameters<typeof Patching>[0],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const patching = new Patching(target)
  await work()
  return patching.stop()
}

/**
 * Runs with faults and without a kill: the counts are those of the script and the spend is the book of the
 * provider.
 */
export function runWithFaults(trial: Trial): Promise<{ cost: number; calls: number }> {
  return onStage(trial, { faultsPercent: 15, hangs: false }, async ({ folder, products, fake, open }) => {
    const owner = await open()
    const { result } = await endedRun(owner, await startRun(owner, { budget: ample }))
    assertCounts(result, products)
    await assertProposals(owner, folder, products, 'open')
    const cost = await assertSpendIsBook(owner, fake)
    assertSame('What the run says that it has cost', result.cost?.toFixed(8), cost.toFixed(8))
    await owner.server.stop()
    return { cost, calls: fake.calls.length }
  })
}

/**
 * Kills a writing run repeatedly: the result is the same as without kills, except for the cost of calls
 * that were cut off.
 */
export function runWithKills(trial: KilledTrial): Promise<{ cost: number; unsettled: number; book: number }> {
  return onStage(trial, { faultsPercent: 8, hangs: true }, async (stage) => {
    const { folder, products, fake, open } = stage
    const first = await open()
    const id = await startRun(first, { budget: ample, mode: 'apply' })
    await killRepeatedly(first, stage, trial)
    // From now on no kill would end a call that hangs.
    fake.options = scriptModels({ seed: trial.seed, faultsPercent: 0, hangs: false })
    const owner = await open()
    const { result, job } = await endedRun(owner, id)
    assertCounts(result, products)
    await assertProposals(owner, folder, products, 'accepted')
    await assertApplied(owner, folder, products)
    const spend = await assertSpendCoversBook(owner, fake)
    assertSame('What the run says that it has cost', result.cost?.toFixed(8), spend.cost.toFixed(8))
    if (job.metadata['interruptions'] === undefined) throw new Error('No kill has interrupted the run.')
    await askOwner(owner, `/api/v1/edits/${result.edit_id}/undo`, {})
    assertSame('Values that are left after the undo', (await listProposals(owner, 'accepted')).length, 0)
    await owner.server.stop()
    return spend
  })
}

async function killRepeatedly(
  first: Owner,
  { products, fake, open, folder }: Stage,
  { kills, random }: KilledTrial,
): Promise<void> {
  const values = countFates(products)
  const callsPerKill = (values.value + values.not_stated + 2 * values.output_not_valid) / (kills + 1)
  let owner: Owner | undefined = first
  for (let kill = 1; kill <= kills; kill++) {
    if (random.chance(0.2)) {
      await owner?.server.kill()
      const starting = startVitrine(folder.dataDir)
      await sleep(random.between(0, 1500))
      await starting.kill()
      owner = undefined
      continue
    }
    owner ??= await open()
    const until = fake.calls.length + random.between(1, Math.ceil(callsPerKill * 1.5))
    // At the end of a run, or while a call hangs, no further call comes.
    for (let waits = 0; fake.calls.length < until && waits < 4000; waits++) await sleep(5)
    await sleep(random.between(0, 60))
    await owner.server.kill()
    owner = undefined
    if (kill % 10 === 0) console.log(`${kill} kills, ${fake.calls.length} calls`)
  }
  await owner?.server.kill()
}

/** Runs with too small a budget, each killed once: none passes it, and together they do all, the first of the list first. */
export function runWithBudget(trial: KilledTrial): Promise<{ runs: number }> {
  return onStage(trial, { faultsPercent: 5, hangs: false }, async (stage) => {
    const { folder, products, fake, random } = { ...stage, random: trial.random }
    const whole = countFates(products).value
    const budget = whole * dollarsPerCall * 0.4
    let [runs, proposed] = [0, 0]
    for (let isWhole = false; !isWhole; runs++) {
      if (runs > 20) throw new Error('The runs do not come to an end.')
      let owner = await stage.open()
      const id = await startRun(owner, { budget })
      await sleep(random.between(50, 2000))
      if ((await readJob(owner, id)).completed_at === null) {
        await owner.server.kill()
        owner = await stage.open()
      }
      const { result } = await endedRun(owner, id)
      if ((result.cost ?? 0) > budget)
        throw new Error(`A run with a budget of $${budget} has cost $${result.cost}.`)
      proposed += result.proposed
      isWhole = result.stopped === null
      await owner.server.stop()
    }
    const owner = await stage.open()
    assertSame('Values that were proposed by all runs', proposed, whole)
    await assertProposals(owner, folder, products, 'open')
    await assertSpendCoversBook(owner, fake)
    await owner.server.stop()
    return { runs }
  })
}

const dollarsPerCall = 0.0005
