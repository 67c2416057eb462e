import { foldCase } from '../../text.ts'
import type { ListItem } from '../value.ts'
import { formatValue, numberToText } from '../number-text.ts'
import type { FormulaFunction } from './functions.ts'

const text = { name: 'text', type: 'text' } as const
const count = { name: 'count', type: 'number' } as const
const optional = { isOptional: true } as const

/** A longer text is an error, so that functions inside each other cannot fill the memory. */
const maxTextLength = 1_000_000
const maxPaddedLength = 32_767

export const textFunctions = {
  CONCATENATE: {
    group: 'text',
    help: 'Joins texts into one.',
    parameters: [text],
    repeats: 1,
    result: 'text',
    apply: (...texts: string[]) => texts.join(''),
  },
  UPPER: {
    group: 'text',
    help: 'The text in capital letters.',
    parameters: [text],
    result: 'text',
    apply: (text: string) => text.toUpperCase(),
  },
  LOWER: {
    group: 'text',
    help: 'The text in small letters.',
    parameters: [text],
    result: 'text',
    apply: (text: string) => text.toLowerCase(),
  },
  PROPER: {
    group: 'text',
    help: 'Each word with a capital first letter and small ones behind it.',
    parameters: [text],
    result: 'text',
    apply: (text: string) => text.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, capitalize),
  },
  TRIM: {
    group: 'text',
    help: 'The text without spaces around it, and with single spaces between words.',
    parameters: [text],
    result: 'text',
    apply: (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, ''),
  },
  LEFT: {
    group: 'text',
    help: 'The first characters of a text; one if no count is given.',
    parameters: [text, { ...count, ...optional }],
    result: 'text',
    apply: (text: string, count = 1) => (count < 0 ? null : part(text, 0, Math.trunc(count))),
  },
  RIGHT: {
    group: 'text',
    help: 'The last characters of a text; one if no count is given.',
    parameters: [text, { ...count, ...optional }],
    result: 'text',
    apply: right,
  },
  MID: {
    group: 'text',
    help: 'Some characters of a text from a position on; the first character is 1.',
    parameters: [text, { name: 'start', type: 'number' }, count],
    result: 'text',
    apply: mid,
  },
  LEN: {
    group: 'text',
    help: 'The number of characters in a text.',
    parameters: [text],
    result: 'number',
    apply: countCharacters,
  },
  REPLACE: {
    group: 'text',
    help: 'Puts a new text in place of some characters from a position on.',
    parameters: [text, { name: 'start', type: 'number' }, count, { name: 'new_text', type: 'text' }],
    result: 'text',
    apply: replace,
  },
  SUBSTITUTE: {
    group: 'text',
    help: 'Puts a new text wherever the old one occurs, or only at one occurrence.',
    parameters: [
      text,
      { name: 'old_text', type: 'text' },
      { name: 'new_text', type: 'text' },
      { name: 'occurrence', type: 'number', ...optional },
    ],
    result: 'text',
    apply: substitute,
  },
  TEXT: {
    group: 'text',
    help: 'A number or date in a format such as "#,##0.00", "0%" or "dd.mm.yyyy".',
    parameters: [
      { name: 'value', type: 'formattable' },
      { name: 'format', type: 'text' },
    ],
    result: 'text',
    apply: formatValue,
  },
  LPAD: {
    group: 'text',
    help: 'Fills a text from the left up to a length, with spaces or the given text.',
    parameters: [text, { name: 'length', type: 'number' }, { name: 'fill', type: 'text', ...optional }],
    result: 'text',
    apply: (text: string, length: number, fill = ' ') =>
      nullable(padding(text, length, fill), (pad) => pad + text),
  },
  RPAD: {
    group: 'text',
    help: 'Fills a text to the right up to a length, with spaces or the given text.',
    parameters: [text, { name: 'length', type: 'number' }, { name: 'fill', type: 'text', ...optional }],
    result: 'text',
    apply: (text: string, length: number, fill = ' ') =>
      nullable(padding(text, length, fill), (pad) => text + pad),
  },
  CONTAINS: {
    group: 'text',
    help: 'TRUE if the text contains the other one; capital and small letters are alike.',
    parameters: [text, { name: 'search', type: 'text' }],
    result: 'boolean',
    apply: (text: string, search: string) => foldCase(text).includes(foldCase(search)),
  },
  FIND: {
    group: 'text',
    help: 'The position of a text in another one, blank if it is not there; capital and small letters differ.',
    parameters: [
      { name: 'search', type: 'text' },
      { name: 'within', type: 'text' },
      { name: 'start', type: 'number', ...optional },
    ],
    result: 'number',
    apply: find,
  },
  JOIN: {
    group: 'text',
    help: 'Joins the members of lists and other values with a separator; blanks are left out.',
    parameters: [
      { name: 'separator', type: 'text' },
      { name: 'values', type: 'texts' },
    ],
    repeats: 1,
    result: 'text',
    apply: join,
  },
} as const satisfies Record<string, FormulaFunction>

function capitalize(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length).toLowerCase()
}

const surrogate = /[\uD800-\uDFFF]/

/** Positions count characters, not UTF-16 code units. */
function part(text: string, from: number, to?: number): string {
  return surrogate.test(text) ? [...text].slice(from, to).join('') : text.slice(from, to)
}

function countCharacters(text: string): number {
  return surrogate.test(text) ? [...text].length : text.length
}

function right(text: string, count = 1): string | null {
  const characters = Math.trunc(count)
  if (count < 0) return null
  return part(text, Math.max(0, countCharacters(text) - characters))
}

function mid(text: string, start: number, count: number): string | null {
  if (start < 1 || count < 0) return null
  const from = Math.trunc(start) - 1
  return part(text, from, from + Math.trunc(count))
}

function replace(text: string, start: number, count: number, newText: string): string | null {
  if (start < 1 || count < 0) return null
  const from = Math.trunc(start) - 1
  return part(text, 0, from) + newText + part(text, from + Math.trunc(count))
}

function substitute(text: string, oldText: string, newText: string, occurrence?: number): string | null {
  if (occurrence !== undefined && occurrence < 1) return null
  if (oldText === '') return text
  const parts = text.split(oldText)
  if (text.length + (parts.length - 1) * newText.length > maxTextLength) return null
  if (occurrence === undefined) return parts.join(newText)
  const index = Math.trunc(occurrence)
  if (index >= parts.length) return text
  return parts.slice(0, index).join(oldText) + newText + parts.slice(index).join(oldText)
}

function padding(text: string, length: number, fill: string): string | null {
  if (length < 0 || length > maxPaddedLength) return null
  const missing = Math.trunc(length) - countCharacters(text)
  if (missing <= 0 || fill === '') return ''
  return part(fill.repeat(Math.ceil(missing / countCharacters(fill))), 0, missing)
}

function nullable(value: string | null, then: (value: string) => string): string | null {
  return value === null ? null : then(value)
}

function find(search: string, within: string, start = 1): number | null {
  const from = Math.trunc(start) - 1
  if (from < 0 || from > countCharacters(within)) return null
  const skipped = part(within, 0, from).length
  const index = within.indexOf(search, skipped)
  return index < 0 ? null : countCharacters(within.slice(0, index)) + 1
}

function join(separator: string, ...values: (string | readonly ListItem[])[]): string {
  const items = values.flat().map((item) => (typeof item === 'number' ? (numberToText(item) ?? '') : item))
  return items.filter((item) => item !== '').join(separator)
}
