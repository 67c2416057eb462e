/**
 * `npm run bench:small`: the CPU of small work, all threads and processes included: commands without a running
 * server, and a job over one product beyond what its write costs; and how long a command takes to the answer of a
 * running server. Each figure is the least of some runs, because whatever else the machine does only adds to it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keysOf } from '#shared/text.ts'
import { createKey } from './catalog/build-workspace.ts'
import { cpuOfTreeMs } from './processes/cpu-time.ts'
import { HttpClient } from './processes/http-client.ts'
import { entry, mustRunVitrine, type RunningServer, startVitrine } from './processes/vitrine.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(options.rounds)
const perRound = 20
let nextPrice = 100

/** In ms, of CPU but for the answer (scripts.3.2, scripts.9.4). */
const bounds = { list_ms: 700, import_ms: 700, answer_ms: 250, job_ms: 50 }

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-small-'))
try {
  await mustRunVitrine(dataDir, ['workspace', 'create', 'Shop', '--sample'])
  const table = join(dataDir, 'two.csv')
  writeFileSync(table, 'sku,product_name\nA-1,Chair\nA-2,Table\n')
  const result = {
    list_ms: await cpuOfCommand(['list', 'product', 'price>=100', '--limit', '5']),
    import_ms: await cpuOfCommand(['import', table, '--anew']),
    ...(await costsWithServer()),
  }
  console.log(JSON.stringify({ ...result, bounds }))
  const isWithin = keysOf(bounds).every((name) => result[name] <= bounds[name])
  process.exitCode = isWithin ? 0 : 1
} finally {
  rmSync(dataDir, { recursive: true })
}

async function cpuOfCommand(args: readonly string[]): Promise<number> {
  const spent: number[] = []
  // The first run compiles code that later ones find in the cache.
  for (let round = 0; round <= rounds; round += 1) {
    const { usage } = await mustRunVitrine(dataDir, args)
    if (round > 0) spent.push(usage.cpuMs)
  }
  return Math.round(Math.min(...spent))
}

async function costsWithServer(): Promise<{ answer_ms: number; job_ms: number }> {
  const server = await startVitrine(dataDir).listening
  try {
    return { answer_ms: await timeOfAnswer(), job_ms: await cpuOfJob(server) }
  } finally {
    await server.stop()
  }
}

/** Runs the command as people do, from the start of its process to the first byte that it prints. */
async function timeOfAnswer(): Promise<number> {
  const spent: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const started = performance.now()
    const command = spawn(process.execPath, [entry, 'list', 'product', '--limit', '5', '--data', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(command, 'close')
    await once(command.stdout, 'data')
    if (round > 0) spent.push(performance.now() - started)
    await ended
  }
  return Math.round(Math.min(...spent))
}

/** Measures the cost of a bulk edit of one product above the same edit without a job. */
async function cpuOfJob(server: RunningServer): Promise<number> {
  const client = new HttpClient(server.baseUrl, await createKey(dataDir, 'Shop'))
  const { text } = await client.send({ method: 'GET', path: '/products?limit=1' })
  const [{ id }] = (JSON.parse(text) as { data: [{ id: string }] }).data
  const differences: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const edits = await cpuOfRequests(server.pid, client, (value) => ({
      path: '/edits',
      body: { type: 'product', edits: [{ id, attributes: { price: value } }] },
    }))
    const jobs = await cpuOfRequests(server.pid, client, (value) => ({
      path: '/bulk-edits?wait=30',
      body: { type: 'product', filter: { id }, set: { price: value } },
    }))
    if (round > 0) differences.push(jobs - edits)
  }
  return Math.round(Math.min(...differences) * 10) / 10
}

async function cpuOfRequests(
  pid: number,
  client: HttpClient,
  request: (value: number) => { readonly path: string; readonly body: object },
): Promise<number> {
  const before = cpuOfTreeMs(pid)
  for (let index = 0; index < perRound; index += 1) {
    const { status, text } = await client.send({ method: 'POST', ...request((nextPrice += 1)) })
    if (status !== 200) throw new Error(`A small write was answered ${status}: ${text}`)
  }
  return (cpuOfTreeMs(pid) - before) / perRound
}
