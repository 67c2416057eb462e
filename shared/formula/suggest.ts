/** The name most like the one that was written, if one is like it enough to be meant. */
export function suggest<Name extends string>(written: string, names: Iterable<Name>): Name | undefined {
  const limit = Math.max(1, Math.floor(written.length / 3))
  let best: Name | undefined
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
  let last = b.length
  for (let i = 0; i < a.length; i += 1) {
    let diagonal = i
    last = i + 1
    row = row.map((above, j) => {
      if (j > 0) last = Math.min(diagonal + (a[i] === b[j - 1] ? 0 : 1), above + 1, last + 1)
      diagonal = above
      return last
    })
  }
  return last
}
