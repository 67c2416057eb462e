const numbers = new Intl.NumberFormat('en')

/** A whole number with its thousands set apart. */
export function formatCount(count: number): string {
  return numbers.format(count)
}

/** A count with its noun: `1 row`, `2 rows`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
