/** The name most like the one that was written, if one is like it enough to be meant. */
export function suggest(written: string, names: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(written.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= bestDistance) continue
    const distance = distanceBetween(written.toLowerCase(), name.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

/** How many characters have to be put in, taken out or changed. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
