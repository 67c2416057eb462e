/** What this thread has computed so far, in ms; the time where Node does not tell (before 23.9). */
export function computedMs(): number {
  const runtime: Partial<typeof process> = process
  const usage = runtime.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : performance.now()
}
