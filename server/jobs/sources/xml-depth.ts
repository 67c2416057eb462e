import { unusable } from '../../fetch/unusable.ts'

// A table in a table in a table takes some forty.
const maxDepth = 200

/** Throws a sentence where elements stand in each other deeper than in any document; selecting in such a tree takes quadratic time. */
export function requireShallow(xml: string): void {
  let depth = 0
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at)) {
    const end = xml.indexOf(closingMark(xml, at), at)
    // The rest is text, or no XML at all.
    if (end === -1) return
    const sign = xml.charAt(at + 1)
    if (sign === '/') depth -= 1
    else if (sign !== '!' && sign !== '?' && xml.charAt(end - 1) !== '/') depth += 1
    if (depth > maxDepth)
      throw unusable(
        `The document is nested deeper than ${maxDepth} levels. It is not read. Save it anew in Word or LibreOffice and send that.`,
      )
    at = end
  }
}

function closingMark(xml: string, at: number): string {
  if (xml.startsWith('<!--', at)) return '-->'
  return xml.startsWith('<![CDATA[', at) ? ']]>' : '>'
}
