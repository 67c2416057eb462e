import sax from 'sax'

const signs = sax.parser(true).ENTITIES
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(?!lt;|gt;)([a-z][a-z\d]{1,30}));/gi

/**
 * A plain text with the signs of HTML's entities, which programs leave in it, as in `mm&sup2;`; those of tags
 * stay, and so does a text with tags.
 */
export function decodeNamedEntities(text: string): string {
  if (!text.includes('&') || text.includes('<')) return text
  return text.replaceAll(entity, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return signOf(name) ?? written
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0x10ffff || code < 0x20 ? written : String.fromCodePoint(code)
  })
}

function signOf(name: string): string | undefined {
  const sign: unknown = signs[name]
  return typeof sign === 'string' ? sign : undefined
}
