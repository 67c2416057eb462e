export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r', '').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    if (line.trim() === '') at += 1
    else if (line.startsWith('```')) {
      const end = indexFrom(lines, at + 1, (next) => next.startsWith('```'))
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') })
      at = end + 1
    } else {
      const end = endOfBlock(lines, at)
      blocks.push(toBlock(lines.slice(at, end)))
      at = end
    }
  }
  return blocks
}

function indexFrom(lines: readonly string[], from: number, fits: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index >= from && fits(line))
  return found === -1 ? lines.length : found
}

/**
 * Returns the end of a block: a heading is one line; other blocks end before a blank line, a heading or a
 * fence.
 */
function endOfBlock(lines: readonly string[], at: number): number {
  if (isHeading(lines[at] ?? '')) return at + 1
  return indexFrom(lines, at + 1, (line) => line.trim() === '' || isHeading(line) || line.startsWith('```'))
}

function isHeading(line: string): boolean {
  return /^#{1,4} /.test(line)
}

function toBlock(lines: readonly string[]): Block {
  const [first = ''] = lines
  if (isHeading(first)) {
    const level = first.indexOf(' ')
    return { kind: 'heading', level, text: first.slice(level + 1).trim() }
  }
  if (first.startsWith('|')) return toTable(lines)
  if (first.startsWith('- ')) return { kind: 'list', items: itemsOf(lines) }
  return { kind: 'paragraph', text: lines.join(' ').replaceAll(/\s+/g, ' ').trim() }
}

function itemsOf(lines: readonly string[]): string[] {
  return `\n${lines.join('\n')}`
    .split('\n- ')
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim())
}

function toTable([head = '', _rule, ...rows]: readonly string[]): Block {
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function cellsOf(line: string): string[] {
  return line
    .replaceAll(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

export interface Piece {
  readonly text: string
  readonly style?: 'code' | 'strong'
}

/** Splits a line into pieces. A link becomes its text, since its target is not in the app. */
export function piecesOf(line: string): Piece[] {
  return [...line.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)|[^`*[]+|./g)].map(
    ([all, code, strong, link]): Piece => {
      if (code !== undefined) return { text: code, style: 'code' }
      if (strong !== undefined) return { text: strong, style: 'strong' }
      return { text: link ?? all }
    },
  )
}

export function plainText(line: string): string {
  return piecesOf(line)
    .map(({ text }) => text)
    .join('')
}
