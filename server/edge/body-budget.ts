const maxNodes = 200_000
const maxDepth = 32

export const tooMuch = 'The body is nested too deeply or has too many values.'
const halfCharacter = 'The body holds half of a surrogate pair, which is no character.'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const deeper = new Int8Array(256)
for (const sign of '[{') deeper[sign.charCodeAt(0)] = 1
for (const sign of ']}') deeper[sign.charCodeAt(0)] = -1

/**
 * Tells of the bytes of a body whether `faultOfBody` would refuse what they hold, before they are parsed: a body of 2 MB can
 * become 100 MB of objects. Counts no more than there is: what it lets through may still be refused.
 */
export function isOverBudget(json: Uint8Array): boolean {
  let [nodes, depth, isText] = [1, 0, false]
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) isText = !isText
    if (isText) {
      if (byte === backslash) at += 1
      continue
    }
    if (byte === comma) nodes += 1
    depth += deeper[byte] ?? 0
    if (nodes > maxNodes || depth > maxDepth) return true
  }
  return false
}

/** Why a parsed body cannot be taken on: too large or too deep to collect every fault of it, or text that is no text. */
export function faultOfBody(value: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let nodes = 1
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (hasHalfCharacter(next.value)) return halfCharacter
    if (typeof next.value !== 'object' || next.value === null) continue
    const children: unknown[] = Array.isArray(next.value) ? next.value : Object.values(next.value)
    nodes += children.length
    const depth = next.depth + 1
    if (nodes > maxNodes || depth > maxDepth) return tooMuch
    for (const child of children) pending.push({ value: child, depth })
  }
  return undefined
}

function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).some((name) => !name.isWellFormed())
}
