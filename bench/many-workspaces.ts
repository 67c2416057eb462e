/**
 * `npm run bench:workspaces`: makes workspaces with 1,000 products each, reads a page of each in turn, and prints the memory of
 * the server and how long a workspace takes to be opened again whose threads have ended for want of use.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createKey } from './catalog/build-workspace.ts'
import { HttpClient } from './processes/http-client.ts'
import { mustRunVitrine, startVitrine } from './processes/vitrine.ts'

const { values: options } = parseArgs({
  options: {
    workspaces: { type: 'string', default: '200' },
    products: { type: 'string', default: '1000' },
  },
})
/** The bounds for 200 workspaces in turn, and for one that is opened again ([SPACE-11]). */
const bounds = { rssMb: 500, reopenMs: 150 }

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-workspaces-'))
const server = await startVitrine(dataDir).listening
try {
  const clients: HttpClient[] = []
  for (let index = 0; index < Number(options.workspaces); index += 1)
    clients.push(await makeWorkspace(`Shop ${index}`))
  const made = memoryMb()
  const times: number[] = []
  for (const client of clients) {
    const begun = performance.now()
    const { status } = await client.send({ method: 'GET', path: '/products?limit=50' })
    if (status !== 200) throw new Error(`A page was answered ${status}.`)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const result = {
    workspaces: clients.length,
    rss_made_mb: made.rss,
    rss_mb: memoryMb().rss,
    peak_mb: memoryMb().peak,
    page_ms_p50: Math.round(times[Math.floor(times.length / 2)] ?? 0),
    page_ms_p95: Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
  }
  console.log(JSON.stringify(result))
  const isWithin = result.rss_mb <= bounds.rssMb && result.page_ms_p95 <= bounds.reopenMs
  process.exitCode = isWithin ? 0 : 1
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true })
}

async function makeWorkspace(name: string): Promise<HttpClient> {
  await mustRunVitrine(dataDir, ['workspace', 'create', name])
  const client = new HttpClient(server.baseUrl, await createKey(dataDir, name))
  const sku = { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true }
  await client.send({ method: 'POST', path: '/attributes', body: sku })
  for (let from = 0; from < Number(options.products); from += 100) {
    const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `S-${from + index}` } }))
    await client.send({ method: 'POST', path: '/products/batch', body: { items } })
  }
  return client
}

function memoryMb(): { readonly rss: number; readonly peak: number } {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
  return { rss: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}
