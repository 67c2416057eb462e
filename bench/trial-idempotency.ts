/**
 * `npm run trial:idempotency`: kills the server between effect and answer of creates, bulk edits, imports and
 * generations, and sends each again with its key: nothing is done twice, nothing is lost, and answers of one key are
 * equal byte for byte. See trial/README.md.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startFakeProvider } from '../server/providers/testing/fake-provider.ts'
import { mustRunVitrine, startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { addProvider, askOwner } from './trial/generation/generation-folder.ts'
import { keyedKinds } from './trial/idempotency/keyed-requests.ts'
import { killAndRepeat, type KillPlan } from './trial/idempotency/kill-and-repeat.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
console.log(`trial:idempotency with --kills ${kills} --seed ${options.seed}`)

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const definitions = [
  { ...text, name: 'SKU', is_primary: true },
  { ...text, name: 'Mark' },
  { name: 'Count', entity_type: 'product', data_type: 'number' },
  {
    ...text,
    name: 'Copy',
    ai_generated: true,
    selected_tools: [],
    custom_instructions: 'A word about {{sku}}.',
  },
]

const workspaceName = 'Trial'
const fake = await startFakeProvider()
const path = mkdtempSync(join(tmpdir(), 'vitrine-trial-idempotency-'))
const dataDir = join(path, 'data')
try {
  await tryKills(await makeWorkspace())
  rmSync(path, { recursive: true, force: true })
} catch (error) {
  console.error(`The data is left in ${path}.`)
  throw error
} finally {
  await fake.close()
}

async function makeWorkspace(): Promise<KillPlan['open']> {
  await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName])
  const made = await mustRunVitrine(dataDir, [
    'key',
    'create',
    '--workspace',
    workspaceName,
    '--scopes',
    'all',
  ])
  const key = made.lines.map((line) => line['key']).find((one) => typeof one === 'string') ?? ''
  const server = await startVitrine(dataDir).listening
  const listed = await askOwner<{ data: { id: string }[] }>({ server, dataDir }, '/app/v1/workspaces')
  const workspaceId = listed.data[0]?.id ?? ''
  const owner = { server, dataDir, workspaceId }
  for (const body of definitions) await askOwner(owner, '/api/v1/attributes', body)
  await addProvider(owner, {
    name: 'Fake',
    kind: 'openai_compatible',
    base_url: fake.baseUrl('openai_compatible'),
    models: { text: 'fake-small' },
  })
  await server.stop()
  return async () => {
    const opened = await startVitrine(dataDir).listening
    const trial = {
      baseUrl: opened.baseUrl,
      key,
      owner: { server: opened, dataDir, workspaceId },
    }
    return { server: opened, trial }
  }
}

async function tryKills(open: KillPlan['open']): Promise<void> {
  const counts = { behindAnswer: 0, before: 0, hadEffect: 0 }
  const usual = new Map<string, number>()
  for (let kill = 0; kill < kills; kill += 1) {
    const kind = keyedKinds[kill % keyedKinds.length]
    if (kind === undefined) continue
    const usualMs = usual.get(kind.name)
    // The first of each kind tells how long its answer takes.
    const isBehindAnswer = usualMs === undefined || random.chance(0.4)
    const mark = `K${options.seed}x${kill}`
    const outcome = await killAndRepeat({ kind, mark, isBehindAnswer, open, random, usualMs: usualMs ?? 50 })
    if (isBehindAnswer) usual.set(kind.name, outcome.ms)
    counts[isBehindAnswer ? 'behindAnswer' : 'before'] += 1
    if (!isBehindAnswer && outcome.hadEffect) counts.hadEffect += 1
    if ((kill + 1) % 20 === 0) console.log(`${kill + 1} kills in ${seconds()} s`)
  }
  const { lines } = await mustRunVitrine(dataDir, ['check', '--workspace', workspaceName])
  if (!lines.some((line) => line['ok'] === true))
    throw new Error(`check found faults: ${JSON.stringify(lines)}`)
  console.log(
    `${kills} kills in ${seconds()} s, ${counts.behindAnswer} behind the answer, ${counts.before} before it ` +
      `(${counts.hadEffect} of these behind the effect): nothing done twice, nothing lost, all answers equal byte for byte.`,
  )
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1000)
}
