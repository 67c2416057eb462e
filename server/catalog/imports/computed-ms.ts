/** What this thread has computed so far, in ms; the time where Node does not tell (before 23.9). */
export function computedMs(): number {
  const { threadCpuUsage }: Partial<typeof process> = process
  if (!threadCpuUsage) return performance.now()
  const { user, system } = threadCpuUsage.call(process)
  return (user + system) / 1000
}
