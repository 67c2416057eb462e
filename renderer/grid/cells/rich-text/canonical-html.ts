/**
 * HTML as it reads: blocks in their order, and in them runs of text with the marks on them. Spellings that read the same
 * (`b` and `strong`, marks in another order, text without its paragraph, blank space) come out the same; everything else,
 * every element and attribute, is told apart.
 */
export function canonicalHtml(html: string): string {
  return readContainer(parseFragment(html)).join('\n')
}

/** The nodes of HTML in a document of their own, where nothing is loaded or run. */
export function parseFragment(html: string): DocumentFragment {
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

/** The name that tells an element from others that read otherwise. */
export function elementName(element: Element): string {
  const name = element.localName
  return marks[name] ?? name
}

interface Run {
  readonly text: string
  readonly marks: string
}

const paragraphs = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const containers = new Set(['li', 'blockquote'])

/** The blocks of a list item, a quote or the whole; text that stands by itself is a paragraph. */
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
  // An anchor without text is seen nowhere else.
  if (node.childNodes.length === 0 && node.attributes.length > 0) return [{ text: '', marks: node.outerHTML }]
  const mark = elementName(node) + attributesOf(node)
  return [...node.childNodes].flatMap((child) => readRuns(child, [...on, mark]))
}

/** Runs as they read: one blank between words, none at the ends of lines. */
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
