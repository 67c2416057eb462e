/**
 * Patterns of constraints are written as JavaScript writes regular expressions with the flag `u`, and run on an engine whose time
 * grows with the text and nothing else (RE2). What both know means the same: what RE2 would read otherwise is spelled out here.
 */

import { message, type Message } from './messages/message.ts'

export const maxPatternLength = 1000

/** The pattern as RE2 spells it, or a sentence that says what cannot be done and what can. */
export type ReadPattern = { readonly source: string } | { readonly fault: Message }

const cannot = {
  backreference: () => message('pattern.back_reference'),
  lookaround: () => message('pattern.look_around'),
  flags: () => message('pattern.flags'),
  length: () => message('pattern.too_long', { most: maxPatternLength }),
} as const

/** Reads a pattern without running it; undefined where it is no regular expression. What replaces matches asks what groups held. */
export function readPattern(pattern: string, keepsGroups = false): ReadPattern | undefined {
  if ([...pattern].length > maxPatternLength) return { fault: cannot.length() }
  // By itself, too: `a)|(b` only becomes an expression between the brackets that anchor it.
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

// In this order: an escape is one piece whatever it escapes, and a class that is closed at once is none elsewhere.
const pieces =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|.)|\(\?(?:<?[=!]|<[^\]>]*>|[a-z-]*:)|\[\^?\]|[[\].(]/gsu

/** The pieces that mean more than themselves, each with whether it stands in a class. */
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

/** Pieces that RE2 spells otherwise. Groups of constraints are for reading only: nobody asks what they held. */
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
    if (keepsGroups && !isInClass && /^\((?:\?<|$)/.test(piece)) return '('
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

/** The code point of `\u0041`, `\u{1f600}` or `\ud83d\ude00`. */
function readUnicode(escape: string): number {
  const units = escape.match(/[\da-fA-F]+/g) ?? []
  const codes = units.map((unit) => Number.parseInt(unit, 16))
  return codes.length === 2 ? (String.fromCharCode(...codes).codePointAt(0) ?? 0) : (codes[0] ?? 0)
}

function formatCharCode(code: number): string {
  return `\\x{${code.toString(16)}}`
}
