import { Readability } from '@mozilla/readability'
import { load, type CheerioAPI } from 'cheerio'
import { readPageTables, tableMark } from '../../catalog/imports/read/html-tables.ts'
import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import { markdownTable, storedTable, storedTables, type Reading } from './reading.ts'

const unread =
  'script, style, noscript, template, svg, iframe, canvas, dialog, [hidden], [aria-hidden="true"]'
const around = 'nav, footer, aside, form, button, select, [role="navigation"], [role="banner"]'

export function readPage(html: string, url: string | undefined): Reading {
  const $ = load(html)
  $(unread).remove()
  const tables = readPageTables($)
  const title = titleOf($)
  const text = toMarkdown($.html(), { url: baseOf($, url), tables })
  const stored = storedTables(tables.map(({ name, rows }) => storedTable(name, rows)))
  return { format: 'html', title, text, products: [], tables: stored.tables, notes: stored.notes }
}

function titleOf($: CheerioAPI): string | null {
  const text = $('meta[property="og:title"]').attr('content') ?? $('title').first().text()
  return text.replaceAll(/\s+/g, ' ').trim() || null
}

function baseOf($: CheerioAPI, url: string | undefined): string | undefined {
  const text = $('base[href]').first().attr('href')
  return text !== undefined && URL.canParse(text, url) ? new URL(text, url).href : url
}

type PageDocument = ReturnType<typeof parseHTML>['document']

interface PageElement {
  readonly nodeName: string
  readonly textContent: string
  hasAttribute(name: string): boolean
  getAttribute(name: string): string | null
}

interface Page {
  readonly url: string | undefined
  readonly tables: ReturnType<typeof readPageTables>
}

function toMarkdown(html: string, page: Page): string {
  const { document } = parseHTML(html)
  const whole = document.cloneNode(true)
  for (const element of whole.querySelectorAll(around)) element.remove()
  const turndown = openTurndown(page)
  const everything = turndown.turndown((whole.body ?? whole) as never)
  const article = findArticle(document)
  if (!article || article.length < Math.max(minArticle, everything.length * minShare)) return everything
  return turndown.turndown(article.content)
}

// Readability gives cleaner text, but of product pages often only the description, and of small pages
// anything.
const minShare = 0.6
const minArticle = 500
const maxElements = 30_000

function findArticle(document: PageDocument): { content: PageElement; length: number } | undefined {
  const options = {
    serializer: (element: unknown) => element as PageElement,
    maxElemsToParse: maxElements,
  }
  try {
    const found = new Readability<PageElement>(document as never, options).parse()
    return found?.content ? { content: found.content, length: found.length ?? 0 } : undefined
  } catch {
    return undefined
  }
}

function openTurndown({ url, tables }: Page): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
  turndown.addRule('table', {
    filter: (node) => node.nodeName === 'TABLE' && node.hasAttribute(tableMark),
    replacement: (_content, node) => {
      const table = tables[Number(node.getAttribute(tableMark))]
      return `\n\n${markdownTable(table?.rows ?? [])}\n\n`
    },
  })
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => linkTo(content, addressOf(node, 'href', url)),
  })
  turndown.addRule('picture', {
    filter: 'img',
    replacement: (_content, node) => {
      const address = addressOf(node, 'src', url)
      const text =
        node
          .getAttribute('alt')
          ?.replaceAll(/[\s[\]]+/g, ' ')
          .trim() ?? ''
      return address === undefined ? '' : `![${text}](${address})`
    },
  })
  return turndown
}

function linkTo(content: string, address: string | undefined): string {
  if (content.trim() === '') return ''
  return address === undefined || content.includes('\n') ? content : `[${content}](${address})`
}

function addressOf(element: PageElement, attribute: string, base: string | undefined): string | undefined {
  const text = element.getAttribute(attribute)?.trim() ?? ''
  if (text === '' || text.startsWith('#') || !URL.canParse(text, base)) return undefined
  const { protocol, href } = new URL(text, base)
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href.replaceAll(/[()]/g, escapeSign) : undefined
}

const escapeSign = (sign: string) => (sign === '(' ? '%28' : '%29')
