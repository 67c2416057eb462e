/**
 * Loaded into a measured command with `node --import`: when the process ends it leaves its CPU time and peak memory,
 * all threads and the processes that it started included, in the file that VITRINE_BENCH_USAGE names.
 */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { cpuOfTreeMs } from './cpu-time.ts'

const file = process.env['VITRINE_BENCH_USAGE']

if (isMainThread && file) {
  process.on('exit', () => {
    const { maxRSS } = process.resourceUsage()
    writeFileSync(file, JSON.stringify({ cpuMs: cpuOfTreeMs(process.pid), peakMb: maxRSS / 1024 }))
  })
}
