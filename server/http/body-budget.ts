const maxNodes = 200_000
const maxDepth = 32

/** Tells whether a parsed body is too large or too deep to be validated with every fault collected. */
export function isOverBudget(value: unknown): boolean {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 1
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    const children: unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value)
    nodes += children.length
    const depth = next.depth + 1
    if (nodes > maxNodes || depth > maxDepth) return true
    for (const child of children) pending.push({ value: child, depth })
  }
  return false
}
