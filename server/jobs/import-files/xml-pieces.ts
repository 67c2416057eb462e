/**
 * Reads XML of office files piece by piece, so that a part of any size needs memory for one row or text only. No entities but
 * those of XML itself are replaced, whatever the file declares.
 */

const decodedAtOnce = 256 * 1024
const maxLength = 16 * 1024 * 1024

/** What stands before each end tag of one kind; `onTooLong` hears of a piece that does not end, before more is read. */
export async function* splitAtEnds(
  chunks: AsyncIterable<Buffer>,
  end: RegExp,
  onTooLong: () => never,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let fresh = ''
  for await (const chunk of chunks) {
    fresh += decoder.decode(chunk, { stream: true })
    if (fresh.length < decodedAtOnce) continue
    const pieces = (rest + fresh).split(end)
    rest = pieces.pop() ?? ''
    fresh = ''
    if (rest.length > maxLength) onTooLong()
    yield* pieces
  }
  yield* (rest + fresh + decoder.decode()).split(end).slice(0, -1)
}

/** The text of a cell or of a shared text: all of its runs, without how East Asian signs are spoken. */
export function textOfRuns(xml: string): string {
  const runs = withoutSections(xml).replaceAll(phonetic, '').matchAll(run)
  return decodeEscapes(Array.from(runs, ([, text = '']) => decodeEntities(text)).join(''))
}

const phonetic = /<(\w+:)?rPh[\s>][^]*?<\/\1?rPh>/g
const run = /<(?:\w+:)?t(?:\s[^>]*)?>([^<]*)<\//g

/** The text of the first element of a name that holds one. */
export function textOfValue(xml: string): string {
  return decodeEntities(/<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)/.exec(withoutSections(xml))?.[1] ?? '')
}

/** Text that stands as it is reads like any other. */
function withoutSections(xml: string): string {
  if (!xml.includes('<![CDATA[')) return xml
  return xml.replaceAll(/<!\[CDATA\[([^]*?)\]\]>/g, (_, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return signs[name] ?? entity
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10ffff ? entity : String.fromCodePoint(code)
  })
}

/** Signs that XML cannot hold stand as _x000D_ in office files. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
