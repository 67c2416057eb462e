const maxNodes = 200_000
const maxDepth = 32

const tooMuch = 'The body is nested too deeply or has too many values.'
const halfCharacter = 'The body holds half of a surrogate pair, which is no character.'

export interface BodyReview {
  /** Why the body cannot be taken on: too large or too deep to collect every fault of it, or text that is no text. */
  readonly fault?: string
  /** Tells whether a number is so large that its digits may have been changed by reading it. */
  readonly hasHugeNumber: boolean
}

/** Looks through a parsed body once. */
export function reviewBody(value: unknown): BodyReview {
  let hasHugeNumber = false
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 1
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (isHalfCharacter(next.value)) return { fault: halfCharacter, hasHugeNumber }
    hasHugeNumber ||= isHuge(next.value)
    if (typeof next.value !== 'object' || next.value === null) continue
    const children: unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value)
    nodes += children.length
    const depth = next.depth + 1
    if (nodes > maxNodes || depth > maxDepth) return { fault: tooMuch, hasHugeNumber }
    for (const child of children) pending.push({ value: child, depth })
  }
  return { hasHugeNumber }
}

function isHalfCharacter(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed()
}

function isHuge(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) >= 2 ** 53
}
