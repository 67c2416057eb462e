import { isKeyOf } from './text.ts'

const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'title'])
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i img kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/**
 * Returns the readable text of a page, one line for each block. A single pass without backtracking: a page
 * made to be slow is read as fast as any other.
 */
export function htmlToText(html: string): string {
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let text = ''
  let position = 0
  while (position < html.length) {
    const start = html.indexOf('<', position)
    if (start === -1) {
      text += html.slice(position)
      break
    }
    text += html.slice(position, start)
    const markup = readMarkup(html, lower, start)
    text += markup.text
    position = markup.end
  }
  return tidy(decodeEntities(text))
}

/** Returns the text of the markup at `start`, and the position after it. */
function readMarkup(html: string, lower: string, start: number): { text: string; end: number } {
  opening.lastIndex = start
  const [, slash, name = ''] = opening.exec(lower) ?? []
  if (name === '') return readNameless(html, start)
  const end = endAfter(html, '>', start)
  if (slash === '' && hidden.has(name)) {
    return { text: '\n', end: endAfter(lower, '>', endAfter(lower, `</${name}`, end)) }
  }
  return { text: inline.has(name) ? '' : (separators[name] ?? '\n'), end }
}

const opening = /<(\/?)([a-z][a-z0-9-]*)/y
const separators: Readonly<Record<string, string>> = { td: '\t', th: '\t' }

function readNameless(html: string, start: number): { text: string; end: number } {
  if (html.startsWith('<!--', start)) return { text: '', end: endAfter(html, '-->', start + 4) }
  const isMarkup = ['!', '?', '/'].includes(html.charAt(start + 1))
  return isMarkup ? { text: '', end: endAfter(html, '>', start) } : { text: '<', end: start + 1 }
}

function endAfter(text: string, mark: string, from: number): number {
  const position = text.indexOf(mark, from)
  return position === -1 ? text.length : position + mark.length
}

const entities = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  deg: '°',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal, hex: string, name: string) => {
      if (name) return isKeyOf(entities, name) ? entities[name] : whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
      return isCharacter ? String.fromCodePoint(code) : '\u{fffd}'
    },
  )
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Returns a rich text without its markup; a text without markup stays as it is. */
export function plainText(rich: string): string {
  // Lines of the source are no lines of the text.
  return hasMarkup(rich) ? htmlToText(rich.replaceAll(/\s+/g, ' ')) : rich
}

export function hasMarkup(text: string): boolean {
  return markup.test(text)
}

const markup = /<[a-z/!?]|&(?:#\d|#x[\da-f]|[a-z]{2,8};)/i
