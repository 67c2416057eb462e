import { DOMParser, DOMSerializer, type Node as DocumentNode } from '@tiptap/pm/model'
import { getSchema, type Extensions } from '@tiptap/react'
import { t, cachedByLanguage } from '../../../ui/text.ts'
import StarterKit from '@tiptap/starter-kit'

/**
 * Normalizes HTML: equivalent spellings (`b` and `strong`, order of marks, white space) become equal;
 * every other element and attribute differs.
 */
function canonicalHtml(html: string): string {
  return readContainer(parseFragment(html)).join('\n')
}

function parseFragment(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

const marks: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  s: 's',
  del: 's',
  strike: 's',
  code: 'code',
  a: 'a',
}

function elementName(element: Element): string {
  const name = element.localName
  return marks[name] ?? name
}

interface Run {
  readonly text: string
  readonly marks: string
}

const plurals = cachedByLanguage((): Readonly<Record<string, string>> => ({
  table: t('tables'),
  div: t('divs'),
  span: t('spans'),
  img: t('pictures'),
  video: t('videos'),
  iframe: t('embedded pages'),
  script: t('scripts'),
  style: t('style sheets'),
  a: t('links to other than web and mail addresses'),
  '#comment': t('comments'),
  '@style': t('styles'),
  '@class': t('classes'),
  '@id': t('ids'),
}))

const partsOfTables = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup', 'col'])

const maxNamed = 4

/** Describes the elements, attributes (`@name`) and comments that are lost. */
export function nameLosses(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  const lost = [...before.keys()].filter((name) => (before.get(name) ?? 0) > (after.get(name) ?? 0))
  const named = lost.filter((name) => !(partsOfTables.has(name) && lost.includes('table')))
  return named.map((name) => plurals()[name] ?? nameOther(name))
}

function nameOther(name: string): string {
  return name.startsWith('@')
    ? t('“{value}” attributes', { value: name.slice(1) })
    : t('<{name}> elements', { name })
}

export function listLosses(losses: readonly string[]): string {
  const named =
    losses.length > maxNamed
      ? [...losses.slice(0, maxNamed - 1), t('{count} other things', { count: losses.length - maxNamed + 1 })]
      : losses
  const last = named.at(-1) ?? ''
  return named.length < 2 ? last : t('{value} and {last}', { value: named.slice(0, -1).join(', '), last })
}

/** The formats of formatted text. HTML beyond them would be lost, so it is only edited as source. */
export const formats: Extensions = [
  StarterKit.configure({
    // It would add an empty paragraph.
    trailingNode: false,
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: isLinkAddress,
    },
  }),
]

function isLinkAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(address)
}

/**
 * Returns the intended address; one without a scheme is of the web or of a mailbox. Undefined where no
 * link may lead.
 */
export function readLinkAddress(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)
    ? `mailto:${text}`
    : /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:[/?#]|$)/i.test(text)
      ? `https://${text}`
      : text
  return isLinkAddress(whole) ? whole : undefined
}

const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const containers = new Set(['li', 'blockquote'])

function readContainer(parent: ParentNode): string[] {
  const lines: string[] = []
  let loose: Node[] = []
  const endParagraph = (): void => {
    const text = tidy(loose.flatMap((node) => readRuns(node, [])))
    if (text !== '') lines.push('<p>', text, '</p>')
    loose = []
  }
  for (const node of parent.childNodes) {
    if (isInline(node)) {
      loose.push(node)
      continue
    }
    endParagraph()
    lines.push(...readBlock(node))
  }
  endParagraph()
  return lines.length === 0 ? ['<p>', '', '</p>'] : lines
}

function isInline(node: Node): boolean {
  return node instanceof Text || (node instanceof Element && (node.localName === 'br' || isMark(node)))
}

function isMark(element: Element): boolean {
  return Object.hasOwn(marks, element.localName)
}

function readBlock(node: Node): string[] {
  if (!(node instanceof Element)) return [`<!--${node.textContent}-->`]
  const open = `<${node.localName}${attributesOf(node)}>`
  const close = `</${node.localName}>`
  if (node.localName === 'pre') return [node.outerHTML]
  if (paragraphs.has(node.localName)) {
    return [open, tidy([...node.childNodes].flatMap((child) => readRuns(child, []))), close]
  }
  if (containers.has(node.localName)) return [open, ...readContainer(node), close]
  const children = [...node.childNodes].filter((child) => !(child instanceof Text && isBlank(child.data)))
  return [open, ...children.flatMap(readBlockOrText), close]
}

function readBlockOrText(node: Node): string[] {
  return node instanceof Text ? [node.data] : readBlock(node)
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n\f]/.test(text)
}

function readRuns(node: Node, on: readonly string[]): Run[] {
  if (node instanceof Text) return [{ text: node.data, marks: [...new Set(on)].sort().join(' ') }]
  if (!(node instanceof Element) || !isMark(node)) {
    const isBreak = node instanceof Element && node.localName === 'br' && node.attributes.length === 0
    return [{ text: '', marks: isBreak ? '<br>' : readBlock(node).join(' ') }]
  }
  // An anchor without text would not be compared otherwise.
  if (node.childNodes.length === 0 && node.attributes.length > 0) return [{ text: '', marks: node.outerHTML }]
  const mark = elementName(node) + attributesOf(node)
  return [...node.childNodes].flatMap((child) => readRuns(child, [...on, mark]))
}

/** Returns runs with one space between words and no space at line ends. */
function tidy(runs: readonly Run[]): string {
  const tidied: Run[] = []
  const dropLastBlank = (): void => {
    const last = tidied.at(-1)
    if (last?.text.endsWith(' ')) tidied.splice(-1, 1, { ...last, text: last.text.slice(0, -1) })
    if (tidied.at(-1)?.text === '' && last?.text === ' ') tidied.pop()
  }
  for (const run of runs) {
    if (run.marks.startsWith('<')) {
      dropLastBlank()
      tidied.push(run)
    } else addRun(tidied, run)
  }
  dropLastBlank()
  return tidied.map(({ text, marks }) => `[${marks}]${text}`).join('')
}

function addRun(tidied: Run[], run: Run): void {
  const last = tidied.at(-1)
  const isAfterBlank = last === undefined || last.marks.startsWith('<') || last.text.endsWith(' ')
  const single = run.text.replaceAll(/[ \t\r\n\f]+/g, ' ')
  const text = isAfterBlank && single.startsWith(' ') ? single.slice(1) : single
  if (text === '') return
  if (last?.marks === run.marks) tidied.splice(-1, 1, { text: last.text + text, marks: run.marks })
  else tidied.push({ text, marks: run.marks })
}

function attributesOf(element: Element): string {
  const isDefault = ({ name, value }: Attr): boolean =>
    element.localName === 'ol' && name === 'start' && value === '1'
  const attributes = [...element.attributes].filter((attribute) => !isDefault(attribute))
  return attributes
    .map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`)
    .sort()
    .join('')
}

const schema = getSchema(formats)

/** HTML as a document of the formatted editor, without unknown parts. */
export function readRichText(html: string): DocumentNode {
  return DOMParser.fromSchema(schema).parse(parseFragment(html))
}

export function writeRichText(doc: DocumentNode): string {
  // A separate document neither loads nor runs anything.
  const target = document.implementation.createHTMLDocument('').body
  DOMSerializer.fromSchema(doc.type.schema).serializeFragment(
    doc.content,
    { document: target.ownerDocument },
    target,
  )
  for (const item of target.querySelectorAll('li')) tighten(item)
  return target.innerHTML === '<p></p>' ? '' : target.innerHTML
}

/** Removes the paragraph of an item that has only one, since people write lists without it. */
function tighten(item: Element): void {
  const [first, ...others] = item.children
  const isTight = first?.localName === 'p' && others.every((other) => /^[ou]l$/.test(other.localName))
  if (isTight) first.replaceWith(...first.childNodes)
}

/** Describes the parts of HTML that the formatted editor would lose; empty without any. */
export function findLosses(html: string): readonly string[] {
  const untold = untoldLoss(html)
  if (untold !== undefined) return [untold]
  const written = writeRichText(readRichText(html))
  if (canonicalHtml(written) === canonicalHtml(html)) return []
  const losses = nameLosses(countNames(html), countNames(written))
  return losses.length === 0 ? [t('parts of its structure')] : losses
}

/** Returns losses by the browser's parser, which no comparison would find. */
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
