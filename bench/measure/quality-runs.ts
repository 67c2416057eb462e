/** Measures quality with all shipped rules: the first time after a write, and again until the next one. */
import { shippedRules } from '../../server/catalog/quality/shipped-rules.ts'
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine, withoutDeadline } from '../processes/vitrine.ts'
import { costOf } from './after-writes.ts'
import type { JobRuns } from './job-runs.ts'
import { list } from './operation.ts'
import { median } from './statistics.ts'
import { untilQuiet } from './target.ts'

const firstReads = {
  quality_findings_first: '/quality/findings?type=product&limit=50',
  quality_summary: '/quality/summary?type=product',
  quality_score_sort: list({ sort: 'quality:score' }),
} as const

export type QualityOperation = keyof typeof firstReads | 'quality_findings_again' | 'quality_findings_started'

interface MeasuredServer {
  readonly pid: number
  readonly client: HttpClient
}

/**
 * Measures the CPU of the whole process per request; rules on titles and GTINs use the catalog's own
 * attributes for them.
 */
export async function measureQuality(
  catalog: BuiltCatalog,
  rounds: number,
): Promise<Record<QualityOperation, JobRuns[string]>> {
  const figures = await measureAfterWrites(catalog, rounds)
  return { ...figures, quality_findings_started: await started(catalog) }
}

async function started({ dataDir, key }: BuiltCatalog): Promise<JobRuns[string]> {
  const server = await startVitrine(dataDir, [], withoutDeadline).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    await untilQuiet(server.pid)
    const ask = () => client.json({ method: 'GET', path: firstReads.quality_findings_first })
    return { cpu_ms: await costOf(server.pid, ask) }
  } finally {
    client.close()
    await server.stop()
  }
}

async function measureAfterWrites(
  { dataDir, key }: BuiltCatalog,
  rounds: number,
): Promise<Record<Exclude<QualityOperation, 'quality_findings_started'>, JobRuns[string]>> {
  const server = await startVitrine(dataDir, [], withoutDeadline).listening
  const client = new HttpClient(server.baseUrl, key)
  const asked = { pid: server.pid, client }
  try {
    await addShippedRules(client)
    // These requests make the indexes that the rules need.
    for (const path of Object.values(firstReads)) await client.json({ method: 'GET', path })
    const product = await firstProduct(client)
    const first = async (path: string) => {
      const costs: number[] = []
      for (let round = 0; round < rounds; round++) {
        await patch(asked, product, round)
        costs.push(await costOf(server.pid, () => client.json({ method: 'GET', path })))
      }
      return { cpu_ms: median(costs) }
    }
    const figures = {
      quality_summary: await first(firstReads.quality_summary),
      quality_score_sort: await first(firstReads.quality_score_sort),
      quality_findings_first: await first(firstReads.quality_findings_first),
    }
    return { ...figures, quality_findings_again: await again(asked, rounds) }
  } finally {
    client.close()
    await server.stop()
  }
}

/** Adds the shipped rules, on the catalog's own titles and GTINs; call it once per catalog. */
export async function addShippedRules(client: HttpClient): Promise<void> {
  const known = await client.json<{ data: { key: string }[] }>({
    method: 'GET',
    path: '/quality/rules?type=product',
  })
  const keys = new Set(known.data.map(({ key }) => key))
  for (const { id: _, ...rule } of shippedRules) {
    if (keys.has(`bench_${rule.key}`)) continue
    const text = JSON.stringify({ ...rule, key: `bench_${rule.key}` })
    if (text.includes('"currency"')) continue
    const body = text
      .replaceAll('"title"', '"product_name"')
      .replaceAll('"gtin"]', '"ean"]')
      .replaceAll('{{title}}', '{{product_name}}')
      .replaceAll('{{gtin}}', '{{ean}}')
    await client.json({
      method: 'POST',
      path: '/quality/rules',
      body: { ...JSON.parse(body), entity_type: 'product' },
    })
  }
}

async function firstProduct(client: HttpClient): Promise<string> {
  const path = list({ limit: 1, fields: 'sku' })
  const { data } = await client.json<{ data: { id: string }[] }>({ method: 'GET', path })
  return data[0]?.id ?? ''
}

async function patch({ pid, client }: MeasuredServer, id: string, round: number): Promise<void> {
  const attributes = {
    stock: 1000 + round,
    price: 10 + round,
    product_name: `Chair ${round}`,
    ean: String(round),
  }
  const body = { attributes }
  await client.json({ method: 'PATCH', path: `/products/${id}`, body })
  await untilQuiet(pid)
}

/** Requests other pages each time, so that none is in memory as a whole answer. */
async function again({ pid, client }: MeasuredServer, rounds: number): Promise<JobRuns[string]> {
  const costs: number[] = []
  for (let page = 1; page <= rounds * 4; page++) {
    const path = `${firstReads.quality_findings_first}&offset=${page * 50}`
    costs.push(await costOf(pid, () => client.json({ method: 'GET', path })))
  }
  return { cpu_ms: median(costs) }
}
