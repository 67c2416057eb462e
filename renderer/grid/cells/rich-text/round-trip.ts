import { DOMParser, DOMSerializer, type Node } from '@tiptap/pm/model'
import { getSchema } from '@tiptap/react'
import { canonicalHtml, elementName, parseFragment } from './canonical-html.ts'
import { formats } from './formats.ts'
import { nameLosses } from './losses.ts'
import { t } from '../../../ui/text.ts'

const schema = getSchema(formats)

/** HTML as a document of the formatted editor; what the editor does not know is left out. */
export function readRichText(html: string): Node {
  return DOMParser.fromSchema(schema).parse(parseFragment(html))
}

/** A document of the formatted editor as HTML; nothing for an empty one. */
export function writeRichText(doc: Node): string {
  // A document of its own: nothing is loaded or run.
  const target = document.implementation.createHTMLDocument('').body
  DOMSerializer.fromSchema(doc.type.schema).serializeFragment(
    doc.content,
    { document: target.ownerDocument },
    target,
  )
  for (const item of target.querySelectorAll('li')) tighten(item)
  return target.innerHTML === '<p></p>' ? '' : target.innerHTML
}

/** An item of one paragraph is written without it, as people write lists. */
function tighten(item: Element): void {
  const [first, ...others] = item.children
  const isTight = first?.localName === 'p' && others.every((other) => /^[ou]l$/.test(other.localName))
  if (isTight) first.replaceWith(...first.childNodes)
}

/** What would be lost if this HTML went through the formatted editor, in words; empty when it is all kept. */
export function findLosses(html: string): readonly string[] {
  const untold = untoldLoss(html)
  if (untold !== undefined) return [untold]
  const written = writeRichText(readRichText(html))
  if (canonicalHtml(written) === canonicalHtml(html)) return []
  const losses = nameLosses(countNames(html), countNames(written))
  return losses.length === 0 ? [t('parts of its structure')] : losses
}

/** What the parser of the browser drops by itself, so that no comparison would find it. */
function untoldLoss(html: string): string | undefined {
  if (/<(?:!doctype|html|head|body)\b/i.test(html)) return t('the markup of a whole page')
  if (/<[a-z/!?][^>]*$/i.test(html)) return t('a tag without its end')
  if (!/<[a-z]/i.test(html) && /\n/.test(html.trim())) return t('the line breaks of plain text')
  return undefined
}

function countNames(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const walker = document.createTreeWalker(
    parseFragment(html),
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT,
  )
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const name of namesOf(node)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function namesOf(node: globalThis.Node): string[] {
  if (!(node instanceof Element)) return ['#comment']
  return [elementName(node), ...node.getAttributeNames().map((name) => `@${name}`)]
}
