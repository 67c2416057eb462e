/** User-defined patterns, matched by RE2 in time linear in the text (`shared/pattern-syntax.ts`). */
import { createRequire } from 'node:module'
import type { RE2JS as Engine, RE2JSException as EngineException } from 're2js'
import { readPattern } from '#shared/pattern-syntax.ts'
import type { Sentence } from '#shared/messages/message.ts'

export interface Pattern {
  readonly matches: (text: string) => boolean
  readonly maxBytes: number
}

/** A runnable pattern, the reason why it is refused, or undefined if it is no regular expression. */
export type CompiledPattern = Pattern | { readonly fault: Sentence } | undefined

// For comparison, `.{1,255}` compiles to 512 instructions.
const maxInstructions = 2048
// In the worst case each character runs every instruction; this many steps take about a second.
const maxSteps = 16 * 1024 * 1024

// A compiled pattern may cache up to 9 MB of states; most cache a few KB.
const maxCached = 50

/** Returns the text with all matches replaced; undefined if that takes too long or the result is too long. */
type ReplaceMatches = (text: string) => string | undefined

// Each match is searched for separately, and each search may go through the whole text.
const maxReplaceMs = 1_000

/** Compiles a search and replace; returns the reason if it is refused, undefined if it is no pattern. */
export function compileReplacement(
  pattern: string,
  replacement: string,
  maxLength: number,
): ReplaceMatches | { readonly fault: Sentence } | undefined {
  const engine = loadPattern(pattern, true)
  if (!engine || 'fault' in engine) return engine
  const maxBytes = maxBytesOf(engine)
  return (text) => {
    if (text.length * 3 > maxBytes) return undefined
    const deadline = performance.now() + maxReplaceMs
    const matcher = engine.matcher(text)
    let replaced = ''
    let at = 0
    while (matcher.find()) {
      replaced += text.slice(at, matcher.start()) + expandReplacement(replacement, matcher)
      at = matcher.end()
      if (replaced.length > maxLength || performance.now() > deadline) return undefined
    }
    return replaced + text.slice(at)
  }
}

/**
 * Compiles an expression whose named groups are read from texts that it matches whole; returns the reason
 * if it is refused, undefined if it is no pattern.
 */
export function compileGroups(
  pattern: string,
):
  | ((text: string) => Readonly<Record<string, string>> | undefined)
  | { readonly fault: Sentence }
  | undefined {
  const engine = loadPattern(pattern, true)
  if (!engine || 'fault' in engine) return engine
  const maxBytes = maxBytesOf(engine)
  return (text) => {
    const matcher = engine.matcher(text)
    if (text.length * 3 > maxBytes || !matcher.matches()) return undefined
    const groups = Object.keys(engine.namedGroups()).map((name) => [name, matcher.group(name) ?? ''])
    return Object.fromEntries(groups.filter(([, value]) => value !== ''))
  }
}

interface Match {
  readonly group: (position: number) => string | null
  readonly groupCount: () => number
}

function expandReplacement(replacement: string, match: Match): string {
  return replacement.replaceAll(/\$[$&\d]/g, (placeholder) => {
    if (placeholder === '$$') return '$'
    const position = placeholder === '$&' ? 0 : Number(placeholder.slice(1))
    return position <= match.groupCount() ? (match.group(position) ?? '') : placeholder
  })
}

const cache = new Map<string, CompiledPattern>()

export function compilePattern(pattern: string): CompiledPattern {
  if (cache.has(pattern)) return cache.get(pattern)
  const compiled = compile(pattern)
  if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '')
  cache.set(pattern, compiled)
  return compiled
}

/**
 * The pattern of a constraint. One that cannot run is not enforced, and the check of the workspace reports
 * it.
 */
export function enforcedPattern(pattern: string | undefined): Pattern | undefined {
  const compiled = pattern === undefined ? undefined : compilePattern(pattern)
  return compiled && 'matches' in compiled ? compiled : undefined
}

function compile(pattern: string): CompiledPattern {
  const engine = loadPattern(pattern, false)
  if (!engine || 'fault' in engine) return engine
  return { matches: (text) => engine.testExact(text), maxBytes: maxBytesOf(engine) }
}

function maxBytesOf(engine: Engine): number {
  return Math.floor(maxSteps / engine.programSize())
}

function loadPattern(
  pattern: string,
  capturesGroups: boolean,
): Engine | { readonly fault: Sentence } | undefined {
  const read = readPattern(pattern, capturesGroups)
  if (!read || 'fault' in read) return read
  const { RE2JS, RE2JSException } = loadEngine()
  try {
    const engine = RE2JS.compile(read.source)
    const size = engine.programSize()
    if (size > maxInstructions) return { fault: tooLarge }
    return engine
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return {
      fault: /repeat count|too large|nests too deeply/.test(error.message) ? tooLarge : unknownProperty,
    }
  }
}

const tooLarge =
  'The pattern is too large: a part can be repeated 1,000 times at most, nested repeats multiplied, and not every combination of long parts is possible. Write a simpler one; max_length limits how long a text is.'
const unknownProperty =
  'The pattern uses a property of characters that is not known here. Use a short name such as \\p{L} or \\p{Nd}, a script such as \\p{Script=Greek}, or list the characters.'

interface EngineModule {
  readonly RE2JS: typeof Engine
  readonly RE2JSException: typeof EngineException
}
const require = createRequire(import.meta.url)
let loaded: EngineModule | undefined

/** Loaded with the first pattern: most workspaces have none. */
function loadEngine(): EngineModule {
  const engine: EngineModule = loaded ?? require('re2js')
  loaded = engine
  return engine
}
