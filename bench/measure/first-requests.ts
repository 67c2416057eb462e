/** Measures requests that nobody has sent before: neither their answers nor their totals are in memory. */
import { performance } from 'node:perf_hooks'
import type { EntityResource } from '#shared/entities.ts'
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { cpuTimeMs } from '../processes/cpu-time.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'
import { computeAttributes } from './computed-operations.ts'
import { firstComputed, type FirstOperation, firstOperations } from './first-operations.ts'
import { list } from './operation.ts'
import { median, percentile } from './statistics.ts'
import { untilQuiet } from './target.ts'

/** CPU is that of the whole process per request, one request at a time: the median over the rounds. */
export interface FirstFigures {
  readonly name: string
  readonly title: string
  readonly cpu_ms: number
  readonly p50_ms: number
  readonly p95_ms: number
  /** Measured over the first hundred requests that a server gets after its start. */
  readonly cold_cpu_ms: number
  readonly cpu_ms_by_round: readonly number[]
}

export interface FirstOptions {
  readonly rounds: number
  readonly isSelected: (name: string) => boolean
  readonly nodeOptions: readonly string[]
}

/** Measures with a single client; leaves the catalog with computed attributes where an operation needs them. */
export async function measureFirstRequests(
  catalog: BuiltCatalog,
  { rounds, isSelected, nodeOptions }: FirstOptions,
): Promise<FirstFigures[]> {
  const wanted = ({ name }: FirstOperation) => isSelected(name)
  const [stored, computed] = [firstOperations(catalog, []).some(wanted), firstComputed.some(wanted)]
  const figures: FirstFigures[] = []
  if (stored) {
    const ids = await onServer(catalog, async (measured) => {
      const found = await scatteredIds(measured.client, catalog)
      await prepare(measured, firstOperations(catalog, found).filter(wanted))
      return found
    })
    const operations = firstOperations(catalog, ids).filter(wanted)
    figures.push(
      ...(await onServer(catalog, (measured) => measureAll(measured, operations, rounds), nodeOptions)),
    )
  }
  if (computed) {
    await onServer(catalog, async (measured) => {
      await computeAttributes(measured.client, catalog)
      await prepare(measured, firstComputed)
    })
    figures.push(
      ...(await onServer(catalog, (measured) => measureAll(measured, firstComputed, rounds), nodeOptions)),
    )
  }
  return figures
}

interface MeasuredServer {
  readonly pid: number
  readonly client: HttpClient
}

async function onServer<Result>(
  { dataDir, key }: BuiltCatalog,
  work: (measured: MeasuredServer) => Promise<Result>,
  nodeOptions: readonly string[] = [],
): Promise<Result> {
  const server = await startVitrine(dataDir, nodeOptions).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    return await work({ pid: server.pid, client })
  } finally {
    client.close()
    await server.stop()
  }
}

// A turn beyond all that are measured.
const turnOfPreparation = 1_000_000

async function prepare(
  { pid, client }: MeasuredServer,
  operations: readonly FirstOperation[],
): Promise<void> {
  for (const operation of operations) await client.json(operation.request(turnOfPreparation))
  await untilQuiet(pid)
}

const pages = 60

/** Returns ids in an order in which no two neighbours are adjacent on disk. */
async function scatteredIds(client: HttpClient, { products }: BuiltCatalog): Promise<string[]> {
  const ids: string[] = []
  for (let page = 0; page < pages; page++) {
    const path = list({ limit: 100, offset: Math.floor((products / pages) * page), fields: 'sku' })
    const { data } = await client.json<{ data: EntityResource[] }>({ method: 'GET', path })
    ids.push(...data.map(({ id }) => id))
  }
  return ids.map((_, turn) => ids[(turn * 389) % ids.length] as string)
}

const requestsPerRound = 100
// The first hundreds of requests get the code compiled.
const warmUpRounds = 3

async function measureAll(
  measured: MeasuredServer,
  operations: readonly FirstOperation[],
  rounds: number,
): Promise<FirstFigures[]> {
  const samples = new Map<string, Sample[]>()
  for (let round = 0; round < warmUpRounds + rounds; round++)
    for (const operation of operations) {
      const ofOperation = samples.get(operation.name) ?? []
      samples.set(operation.name, ofOperation)
      ofOperation.push(await sample(measured, operation, round))
    }
  return operations.map(({ name, title }) => figuresOf(name, title, samples.get(name) ?? []))
}

interface Sample {
  readonly cpuMs: number
  readonly p50Ms: number
  readonly p95Ms: number
}

function figuresOf(name: string, title: string, samples: readonly Sample[]): FirstFigures {
  const warm = samples.slice(warmUpRounds)
  return {
    name,
    title,
    cpu_ms: median(warm.map(({ cpuMs }) => cpuMs)),
    p50_ms: median(warm.map(({ p50Ms }) => p50Ms)),
    p95_ms: median(warm.map(({ p95Ms }) => p95Ms)),
    cold_cpu_ms: samples[0]?.cpuMs ?? Number.NaN,
    cpu_ms_by_round: samples.map(({ cpuMs }) => cpuMs),
  }
}

async function sample(
  { pid, client }: MeasuredServer,
  operation: FirstOperation,
  round: number,
): Promise<Sample> {
  const latenciesMs: number[] = []
  const before = cpuTimeMs(pid)
  for (let turn = round * requestsPerRound; turn < (round + 1) * requestsPerRound; turn++) {
    const start = performance.now()
    await client.json(operation.request(turn))
    latenciesMs.push(performance.now() - start)
  }
  return {
    cpuMs: (cpuTimeMs(pid) - before) / requestsPerRound,
    p50Ms: median(latenciesMs),
    p95Ms: percentile(latenciesMs, 0.95),
  }
}
