import { performance } from 'node:perf_hooks'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'

/** Milliseconds from starting `vitrine serve` on the catalog to the first page that its API answers. */
export async function measureStartUp(dataDir: string, key: string): Promise<number> {
  const start = performance.now()
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    await client.json({ method: 'GET', path: '/products?limit=50' })
    return performance.now() - start
  } finally {
    client.close()
    await server.stop()
  }
}
