import type { ProviderKind } from '#shared/providers.ts'
import { startVitrine } from '../../processes/vitrine.ts'
import { endedRun, listProposals, startRun } from './follow-run.ts'
import { addProvider, createGenerationFolder, removeFolder } from './generation-folder.ts'
import { generatedKeys, trialProducts } from './trial-catalog.ts'

export interface RealModel {
  readonly baseUrl: string
  readonly model: string | undefined
  readonly kind: ProviderKind
  readonly products: number
}

/**
 * Lets a real model, whose calls count as free, fill in the products of the trial, and reports the
 * results.
 */
export async function tryRealModel({ baseUrl, model, kind, products: count }: RealModel): Promise<void> {
  if (model === undefined) throw new Error('Say which model to ask with --model.')
  const folder = await createGenerationFolder(trialProducts(count))
  const owner = { ...folder, server: await startVitrine(folder.dataDir).listening }
  try {
    await addProvider(owner, {
      name: 'Real',
      kind,
      base_url: baseUrl,
      models: { text: model },
      concurrency: 2,
      price: { input: 0, output: 0 },
    })
    const { result, seconds } = await endedRun(owner, await startRun(owner, {}))
    for (const { entity, attribute, value, evidence } of await listProposals(owner, 'open')) {
      const mark = evidence.some(({ verified }) => verified) ? 'verified' : '        '
      console.log(`${mark}  ${entity.label}, ${attribute}: ${JSON.stringify(value)}`)
    }
    for (const { attribute, message } of result.errors) console.log(`failed    ${attribute}: ${message}`)
    const { proposed, not_stated, failed, skipped, tokens } = result
    const dealtWith =
      proposed + not_stated + failed + Object.values(skipped).reduce((sum, skips) => sum + skips, 0)
    if (dealtWith !== count * generatedKeys.length)
      throw new Error(`${dealtWith} values are told of ${count * generatedKeys.length}.`)
    console.log(
      `${proposed} proposed, ${not_stated} not stated, ${failed} failed in ${seconds.toFixed(0)} s; ${tokens.input} and ${tokens.output} tokens.`,
    )
  } finally {
    await owner.server.kill()
    removeFolder(folder)
  }
}
