import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'

/** Milliseconds from starting `vitrine serve` on the catalog to the first page that its API answers. */
export async function measureStartUp(dataDir: string, key: string): Promise<number> {
  const start = performance.now()
  return afterFirstAnswer(dataDir, key, async () => performance.now() - start)
}

// The server looks every ten seconds whether it is idle, and collects its garbage then.
const untilIdleMs = 35_000

/**
 * Measures the memory of the process once it rests, in MB; mapped pages of the file count as long as the
 * system keeps them.
 */
export async function measureIdleMemory(dataDir: string, key: string): Promise<number> {
  return afterFirstAnswer(dataDir, key, async (pid) => {
    await sleep(untilIdleMs)
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  })
}

async function afterFirstAnswer<Result>(
  dataDir: string,
  key: string,
  measure: (pid: number) => Promise<Result>,
): Promise<Result> {
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    await client.json({ method: 'GET', path: '/products?limit=50' })
    return await measure(server.pid)
  } finally {
    client.close()
    await server.stop()
  }
}
