/** Formats the ten files that took most processor time as lines, under the sum of all. */
export function slowestFiles(kind: string, secondsOf: ReadonlyMap<string, number>): string[] {
  const files = [...secondsOf].toSorted(([, a], [, b]) => b - a)
  const total = files.reduce((sum, [, seconds]) => sum + seconds, 0)
  return [
    `${kind} took ${total.toFixed(0)} s of processor time, most of it in:`,
    ...files.slice(0, 10).map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
  ]
}
