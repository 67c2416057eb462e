const numbers = new Intl.NumberFormat('en')

/** A whole number with its thousands set apart. */
export function formatCount(count: number): string {
  return numbers.format(count)
}

/** A count with its noun: `1 row`, `2 rows`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size as file managers write it: decimal units, three digits at most. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1)
  const size = bytes / 1000 ** step
  return `${size.toFixed(step === 0 || size >= 100 ? 0 : 1)} ${byteUnits[step]}`
}
