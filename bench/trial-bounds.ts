/**
 * `npm run trial:bounds`: sends files and floods that would cost a server without limits far more than they cost who sends
 * them, and judges what the whole program takes of memory and how long others wait. See trial/README.md.
 */
import { parseArgs } from 'node:util'
import type { Job } from '#shared/jobs.ts'
import { type Bomb, importBombs, sourceBombs } from '../server/testing/bombs.ts'
import { createKey, findOrBuildCatalog, workspaceName } from './catalog/build-workspace.ts'
import { HttpClient } from './processes/http-client.ts'
import { startVitrine } from './processes/vitrine.ts'
import { type Flood, floods, type Target } from './trial/bounds/floods.ts'
import { type WatchResult, watch, type Watching } from './trial/bounds/watch.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
  },
})

const maxMb = 600
const maxWaitMs = 2000
const lookAgainMs = 25
// A source may also be read when nothing of it unfolds.
const isBomb = /^(imports failed: .{10,}|sources (failed: .{10,}|completed))/

const trials: readonly Flood[] = [
  ...importBombs.map((bomb) => trialOfBomb('imports', bomb)),
  ...sourceBombs.map((bomb) => trialOfBomb('sources', bomb)),
  ...floods,
].filter(({ name }) => new RegExp(options.only).test(name))

const catalog = await findOrBuildCatalog({
  products: Number(options.products),
  fresh: false,
  log: (line) => console.log(line),
})
const otherKey = await createKey(catalog.dataDir, workspaceName)
let faults = 0

console.log(`${trials.length} bombs and floods on ${options.products} products`)
for (const trial of trials) await run(trial)
console.log(faults === 0 ? 'All within their bounds.' : `${faults} faults`)
process.exitCode = faults === 0 ? 0 : 1

/**
 * Runs each trial on a server that has just started, so that memory left by an earlier one does not count.
 */
async function run(trial: Flood): Promise<void> {
  const server = await startVitrine(catalog.dataDir).listening
  const { pid, baseUrl } = server
  const client = new HttpClient(baseUrl, catalog.key)
  const [productIds, ownProduct] = await learnWorkspace(client)
  const endWatching = await watch({
    pid,
    baseUrl,
    key: otherKey,
    requests: requestsOf(`/products/${ownProduct}`),
  })
  const begun = performance.now()
  const outcome = await trial.run({ baseUrl, key: catalog.key, productIds })
  report(trial, outcome, (performance.now() - begun) / 1000, await endWatching())
  client.close()
  await server.stop()
}

async function learnWorkspace(client: HttpClient): Promise<[ids: string[], own: string | undefined]> {
  const name = { name: 'Name', entity_type: 'source', data_type: 'single_line_text_field', is_primary: true }
  await client.send({ method: 'POST', path: '/attributes', body: name })
  const { data } = await client.json<{ data: { id: string }[] }>({
    method: 'GET',
    path: '/products?limit=200',
  })
  const [own, ...ids] = data.map(({ id }) => id)
  return [ids, own]
}

function requestsOf(path: string): Watching['requests'] {
  return [
    { method: 'GET', path },
    ...[5, 6].map((stock) => ({ method: 'PATCH' as const, path, body: { attributes: { stock } } })),
  ]
}

function trialOfBomb(to: 'imports' | 'sources', { name, extension, make }: Bomb): Flood {
  return {
    name: `${to}: ${name} (${extension})`,
    expected: isBomb,
    run: async ({ baseUrl, key }) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(make())]), `file${extension}`)
      if (to === 'imports') form.set('type', 'product')
      const headers = { authorization: `Bearer ${key}` }
      const answer = await fetch(`${baseUrl}/${to}`, { method: 'POST', headers, body: form })
      const { data, error } = (await answer.json()) as { data: Job; error?: { message: string } }
      if (error) return `request failed: ${error.message}`
      const { status, result } = await endOf({ baseUrl, key }, data.id)
      return `${to} ${status}: ${String((result as { error?: { message?: string } } | null)?.error?.message)}`
    },
  }
}

async function endOf({ baseUrl, key }: Pick<Target, 'baseUrl' | 'key'>, id: string): Promise<Job> {
  const headers = { authorization: `Bearer ${key}` }
  for (;;) {
    const answer = await fetch(`${baseUrl}/jobs/${id}`, { headers })
    const { data } = (await answer.json()) as { data: Job }
    if (data.completed_at !== null) return data
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
  }
}

function report(
  { name, expected }: Flood,
  outcome: string,
  seconds: number,
  { peakMb, longestWaitMs, unservedMs, refused }: WatchResult,
): void {
  const wrong = [
    ...(expected.test(outcome) ? [] : [`expected ${expected.source}`]),
    ...(peakMb > maxMb ? [`more than ${maxMb} MB`] : []),
    ...(longestWaitMs > maxWaitMs ? [`others waited for more than ${maxWaitMs} ms`] : []),
    ...refused.slice(0, 1).map((text) => `another client was refused: ${text}`),
  ]
  faults += wrong.length > 0 ? 1 : 0
  const figures = `${Math.round(peakMb)} MB, others ${Math.round(longestWaitMs)} ms (${Math.round(unservedMs)} without a processor), ${seconds.toFixed(1)} s`
  console.log(`${wrong.length > 0 ? 'FAULT' : 'ok   '} ${name}: ${figures}: ${outcome.slice(0, 160)}`)
  for (const fault of wrong) console.log(`      ${fault}`)
}
