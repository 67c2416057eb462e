/**
 * Patterns of constraints have the syntax of JavaScript's regular expressions with the flag `u`, and run
 * on an engine with linear time (RE2). Shared syntax means the same: constructs that RE2 would read
 * otherwise are rewritten here.
 */

import { message, type Message } from './messages/message.ts'

export const maxPatternLength = 1000

export type ReadPattern = { readonly source: string } | { readonly fault: Message }

const cannot = {
  backreference: () => message('pattern.back_reference'),
  lookaround: () => message('pattern.look_around'),
  flags: () => message('pattern.flags'),
  length: () => message('pattern.too_long', { most: maxPatternLength }),
} as const

/**
 * Reads a pattern without running it; undefined for an invalid regular expression. Replacements need the
 * groups.
 */
export function readPattern(pattern: string, keepsGroups = false): ReadPattern | undefined {
  if ([...pattern].length > maxPatternLength) return { fault: cannot.length() }
  // Checked by itself, too: `a)|(b` is an expression only within the anchoring brackets.
  if (!isExpression(pattern) || !isExpression(`^(?:${pattern})$`)) return undefined
  const fault = faultOf(pattern)
  return fault === undefined ? { source: compile(pattern, keepsGroups) } : { fault: cannot[fault]() }
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false
  }
}

// In this order: an escape is one piece with any character, and an empty class is no other piece.
const pieces =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|.)|\(\?(?:<?[=!]|<[^\]>]*>|[a-z-]*:)|\[\^?\]|[[\].(]/gsu

function replacePieces(pattern: string, replace: (piece: string, isInClass: boolean) => string): string {
  let isInClass = false
  return pattern.replaceAll(pieces, (piece) => {
    const wasInClass = isInClass
    if (piece === '[') isInClass = true
    else if (piece.endsWith(']') && !piece.startsWith('\\')) isInClass = false
    return replace(piece, wasInClass)
  })
}

function faultOf(pattern: string): keyof typeof cannot | undefined {
  let fault: keyof typeof cannot | undefined
  replacePieces(pattern, (piece, isInClass) => {
    if (isInClass) return piece
    if (/^\\[1-9k]/.test(piece)) fault = 'backreference'
    else if (/^\(\?<?[=!]/.test(piece)) fault = 'lookaround'
    else if (/^\(\?[a-z-]*[ms]/.test(piece)) fault = 'flags'
    return piece
  })
  return fault
}

const anything = String.raw`\x{0}-\x{10ffff}`
const lineEnds = String.raw`\n\r\x{2028}\x{2029}`
const spaces = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const notSpaces = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`

/** Pieces with another spelling in RE2. Groups of constraints are not captured, since nothing reads them. */
const outside: Readonly<Record<string, string>> = {
  '.': `[^${lineEnds}]`,
  '(': '(?:',
  '[]': `[^${anything}]`,
  '[^]': `[${anything}]`,
  '\\s': `[${spaces}]`,
  '\\S': `[^${spaces}]`,
  '\\0': String.raw`\x{0}`,
}

const inClass: Readonly<Record<string, string>> = {
  '[': String.raw`\[`,
  '[]': String.raw`\[]`,
  '[^]': String.raw`\[^]`,
  '\\s': spaces,
  '\\S': notSpaces,
  '\\b': String.raw`\x{8}`,
  '\\0': String.raw`\x{0}`,
}

function compile(pattern: string, keepsGroups: boolean): string {
  return replacePieces(pattern, (piece, isInClass) => {
    if (keepsGroups && !isInClass && /^\((?:\?<|$)/.test(piece))
      return /^\(\?<\w+>$/.test(piece) ? piece : '('
    const compiled = (isInClass ? inClass : outside)[piece]
    if (compiled !== undefined) return compiled
    if (piece.startsWith('\\')) return decodeEscape(piece)
    return piece.startsWith('(?<') && !isInClass ? '(?:' : piece
  })
}

function decodeEscape(piece: string): string {
  if (/^\\p/i.test(piece)) return piece.replace(/(?:Script|sc|General_Category|gc)=/, '')
  if (piece.startsWith(String.raw`\c`)) return formatCharCode((piece.codePointAt(2) ?? 0) % 32)
  return piece.startsWith(String.raw`\u`) ? formatCharCode(readUnicode(piece)) : piece
}

function readUnicode(escape: string): number {
  const units = escape.match(/[\da-fA-F]+/g) ?? []
  const codes = units.map((unit) => Number.parseInt(unit, 16))
  return codes.length === 2 ? (String.fromCharCode(...codes).codePointAt(0) ?? 0) : (codes[0] ?? 0)
}

function formatCharCode(code: number): string {
  return `\\x{${code.toString(16)}}`
}
