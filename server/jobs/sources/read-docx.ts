import type { CheerioAPI } from 'cheerio'
import { load } from 'cheerio/slim'
import { markdownTable, storedTable, storedTables, type Reading, textReading } from './reading.ts'
import { openZip } from '../../catalog/files/zip-file.ts'
import { unusable } from '../../fetch/unusable.ts'

type Selection = ReturnType<CheerioAPI>

const maxDepth = 200

/**
 * Throws a sentence for elements nested deeper than in any document; selecting in such a tree takes quadratic
 * time.
 */
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

export async function readDocx(bytes: Buffer): Promise<Reading> {
  const zip = await openZip(bytes)
  const part = async (name: string) => {
    const xml = (await zip.read(name))?.toString('utf8') ?? ''
    requireShallow(xml)
    return load(xml, { xml: true })
  }
  const $ = await part('word/document.xml')
  const styles = headingStyles(await part('word/styles.xml'))
  const tables: string[][][] = []
  const blocks = $('w\\:body')
    .first()
    .find('w\\:p, w\\:tbl')
    .toArray()
    .map((element) => $(element))
    // The text of a table is read with the table.
    .filter((block) => block.parents('w\\:tbl').length === 0)
    .map((block) => {
      if (!block.is('w\\:tbl')) return paragraph($, block, styles)
      const rows = readTable($, block)
      tables.push(rows)
      return markdownTable(rows)
    })
  const core = await part('docProps/core.xml')
  const title = core('dc\\:title').first().text().trim() || null
  const stored = storedTables(tables.map((rows) => storedTable(null, rows)))
  return { ...textReading('docx', joinBlocks(blocks)), title, ...stored }
}

function joinBlocks(blocks: readonly string[]): string {
  return blocks
    .filter((block) => block !== '')
    .reduce((text, block, at, all) => {
      const isList = (line = '') => /^\s*- /.test(line)
      return at === 0 ? block : `${text}${isList(block) && isList(all[at - 1]) ? '\n' : '\n\n'}${block}`
    }, '')
}

function headingStyles($: CheerioAPI): ReadonlyMap<string, number> {
  const levels = $('w\\:style')
    .toArray()
    .flatMap((element) => {
      const style = $(element)
      const name = style.children('w\\:name').attr('w:val')?.toLowerCase() ?? ''
      const level = name === 'title' ? 1 : Number(/^heading (\d)$/.exec(name)?.[1] ?? 0)
      return level > 0 ? [[style.attr('w:styleId') ?? '', level] as const] : []
    })
  return new Map(levels)
}

const maxHeading = 6

function paragraph($: CheerioAPI, block: Selection, styles: ReadonlyMap<string, number>): string {
  const text = textOf($, block).trim()
  if (text === '') return ''
  const properties = block.children('w\\:pPr')
  const level = styles.get(properties.children('w\\:pStyle').attr('w:val') ?? '')
  if (level !== undefined) return `${'#'.repeat(Math.min(level, maxHeading))} ${text.replaceAll(/\s+/g, ' ')}`
  const list = properties.children('w\\:numPr')
  const depth = Number(list.children('w\\:ilvl').attr('w:val') ?? 0)
  return list.length > 0 ? `${'  '.repeat(Math.min(depth, 9))}- ${text.replaceAll('\n', ' ')}` : text
}

function textOf($: CheerioAPI, block: Selection): string {
  const signs: Readonly<Record<string, string>> = {
    'w:tab': '\t',
    'w:br': '\n',
    'w:cr': '\n',
    'w:noBreakHyphen': '-',
  }
  return (
    block
      .find('w\\:t, w\\:tab, w\\:br, w\\:cr, w\\:noBreakHyphen')
      .toArray()
      // Tab stops of a paragraph have the element name of a tab.
      .filter((element) => $(element).parents('w\\:pPr, w\\:del').length === 0)
      .map((element) => ('name' in element ? signs[element.name] : undefined) ?? $(element).text())
      .join('')
  )
}

function readTable($: CheerioAPI, table: Selection): string[][] {
  return table
    .children('w\\:tr')
    .toArray()
    .map((row) =>
      $(row)
        .children('w\\:tc')
        .toArray()
        .flatMap((cell) => {
          const paragraphs = $(cell).find('w\\:p').toArray()
          const text = paragraphs.map((element) => textOf($, $(element)).trim()).join(' ')
          const span = Number($(cell).find('w\\:gridSpan').first().attr('w:val') ?? 1)
          return Array.from({ length: Math.min(100, Math.max(1, span || 1)) }, () => text)
        }),
    )
}
