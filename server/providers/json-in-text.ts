/**
 * The JSON that an answer holds: all of it, what stands in its fence, or the first object in its prose; undefined where
 * nothing parses. Models write all three, whatever they are told.
 */
export function jsonInText(text: string): { readonly value: unknown } | undefined {
  const trimmed = withoutThoughts(text).trim()
  for (const candidate of candidates(trimmed)) {
    const parsed = parse(candidate)
    if (parsed) return parsed
  }
  return undefined
}

const fence = /```[a-z]*[ \t]*\r?\n?([\s\S]*?)```/gi
const thoughts = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i
const maxStarts = 20

/** What reasoning models of local servers say to themselves, where the server does not take it out. */
function withoutThoughts(text: string): string {
  return text.replace(thoughts, '')
}

function* candidates(text: string): Generator<string> {
  yield text
  for (const [, inside = ''] of text.matchAll(fence)) yield inside
  let start = text.indexOf('{')
  for (let tried = 0; start >= 0 && tried < maxStarts; tried++) {
    const end = endOfObject(text, start)
    if (end !== undefined) yield text.slice(start, end)
    start = text.indexOf('{', start + 1)
  }
}

/** The place behind the brace that closes the one at `start`. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isQuoted && char === '\\') at++
    else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && char === '{') depth++
    else if (!isQuoted && char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // A bare number or word is prose that happens to parse.
    return typeof value === 'object' && value !== null ? { value } : undefined
  } catch {
    return undefined
  }
}
