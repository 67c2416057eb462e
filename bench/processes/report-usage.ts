/**
 * Loaded into a measured command with `node --import`: when the process ends it leaves its CPU time and peak memory,
 * all threads included, in the file that VITRINE_BENCH_USAGE names.
 */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['VITRINE_BENCH_USAGE']

if (isMainThread && file) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
    writeFileSync(
      file,
      JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }),
    )
  })
}
