import { isDeepStrictEqual } from 'node:util'
import { type FloorAnswer, writeFloorAnswers } from '../floor/floor-file.ts'
import type { HttpClient } from '../processes/http-client.ts'
import { median, percentile } from './statistics.ts'
import type { Operation } from './operation.ts'
import { sample, type Sample, sendMany, type Target } from './target.ts'

/** The figures of one server for an operation: medians over the rounds, latencies over all of them. */
export interface Figures {
  readonly cpu_ms: number
  readonly busy_cpu_ms: number
  readonly p50_ms: number
  readonly p95_ms: number
  readonly requests_per_second: number
  readonly cpu_ms_by_round: readonly number[]
}

export interface Comparison {
  readonly name: string
  readonly title: string
  readonly rows: number
  readonly requests: number
  readonly vitrine: Figures
  /** Missing where the server was measured alone. */
  readonly floor?: Figures
  /** Vitrine's CPU per request over the floor's: the median over the rounds. */
  readonly ratio?: number
  readonly busy_ratio?: number
}

interface Answer {
  readonly data: readonly { readonly id: string }[]
  readonly pagination: unknown
}

/**
 * Sends every list request of the operations to the server and stores the answers in the file of the
 * floor.
 */
export async function teachFloor(
  client: HttpClient,
  operations: readonly Operation[],
  floorFile: string,
): Promise<void> {
  const answers: FloorAnswer[] = []
  for (const path of listPaths(operations)) {
    const { data, pagination } = await client.json<Answer>({ method: 'GET', path })
    answers.push({ path, ids: data.map(({ id }) => id), pagination: JSON.stringify(pagination) })
  }
  writeFloorAnswers(floorFile, answers)
}

/** Throws when the two servers do not answer the same to every reading request. */
export async function assertSameAnswers(
  operations: readonly Operation[],
  vitrine: Target,
  floor: Target,
): Promise<void> {
  for (const path of besideFloor(operations).flatMap(({ paths }) => paths)) {
    const [ours, theirs] = await Promise.all([
      vitrine.client.json({ method: 'GET', path }),
      floor.client.json({ method: 'GET', path }),
    ])
    if (!isDeepStrictEqual(ours, theirs)) throw new Error(`Vitrine and the floor differ on ${path}.`)
  }
}

/** Measures the operation on both servers, taking turns, after a warm-up that also finds out how many requests to send. */
export async function compare(
  operation: Operation,
  servers: { vitrine: Target; floor: Target },
  { rounds, segmentMs }: { rounds: number; segmentMs: number },
): Promise<Comparison> {
  const counts = {
    vitrine: await requestsPerSegment(servers.vitrine, operation, segmentMs),
    floor: await requestsPerSegment(servers.floor, operation, segmentMs),
  }
  const samples: { vitrine: Sample[]; floor: Sample[] } = { vitrine: [], floor: [] }
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['floor', 'vitrine'] as const) : (['vitrine', 'floor'] as const)
    for (const name of order) {
      samples[name].push(await sample(servers[name], operation, counts[name]))
    }
  }
  const ratioOf = (key: 'cpuMs' | 'busyCpuMs'): number =>
    median(samples.vitrine.map((ours, round) => ours[key] / (samples.floor[round]?.[key] ?? Number.NaN)))
  return {
    name: operation.name,
    title: operation.title,
    rows: operation.rows,
    requests: counts.vitrine,
    vitrine: figuresOf(samples.vitrine),
    floor: figuresOf(samples.floor),
    ratio: ratioOf('cpuMs'),
    busy_ratio: ratioOf('busyCpuMs'),
  }
}

export async function measureAlone(
  operation: Operation,
  vitrine: Target,
  { rounds, segmentMs }: { rounds: number; segmentMs: number },
): Promise<Comparison> {
  const { name, title, rows } = operation
  const requests = await requestsPerSegment(vitrine, operation, segmentMs)
  const samples: Sample[] = []
  for (let round = 0; round < rounds; round++) samples.push(await sample(vitrine, operation, requests))
  return { name, title, rows, requests, vitrine: figuresOf(samples) }
}

const warmUpSegments = 4

async function requestsPerSegment(target: Target, operation: Operation, segmentMs: number): Promise<number> {
  // Compiled code and warm pages first: a scan of everything gets a few turns, a get by id thousands. V8
  // keeps compiling for a second what a batch of 100 runs.
  const deadline = performance.now() + segmentMs * warmUpSegments
  let sent = 0
  while (performance.now() < deadline) {
    await sendMany(target, operation, 20)
    sent += 20
  }
  return Math.max(20, Math.round(sent / warmUpSegments))
}

function figuresOf(samples: readonly Sample[]): Figures {
  const latencies = samples.flatMap(({ latenciesMs }) => latenciesMs)
  return {
    cpu_ms: median(samples.map(({ cpuMs }) => cpuMs)),
    busy_cpu_ms: median(samples.map(({ busyCpuMs }) => busyCpuMs)),
    p50_ms: percentile(latencies, 0.5),
    p95_ms: percentile(latencies, 0.95),
    requests_per_second: median(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpu_ms_by_round: samples.map(({ cpuMs }) => cpuMs),
  }
}

function besideFloor(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ hasFloor }) => hasFloor)
}

function listPaths(operations: readonly Operation[]): string[] {
  return besideFloor(operations).flatMap(({ paths }) => paths.filter((path) => path.startsWith('/products?')))
}
