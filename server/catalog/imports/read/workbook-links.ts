import { posix } from 'node:path'
import { load } from 'cheerio/slim'
import { indexOfLetters } from './column-letters.ts'
import type { MergedRange } from './merged-cells.ts'
import type { ZipFile } from '../../files/zip-file.ts'

export type SheetLinks = ReadonlyMap<string, string>

const none: SheetLinks = new Map()
const maxRelationBytes = 16 * 1024 * 1024
const maxTailLength = 16 * 1024 * 1024
const maxLinks = 500_000

export interface SheetTail {
  readonly links: SheetLinks
  readonly merged: readonly MergedRange[]
}

/** Reads what comes after the rows of a sheet: its links to external addresses and its merged cells. */
export async function readSheetTail(zip: ZipFile, part: string | undefined): Promise<SheetTail> {
  if (part === undefined) return { links: none, merged: [] }
  const targets = await readTargets(zip, part)
  const tail = await readTail(zip, part)
  const tags = targets.size === 0 ? [] : [...tail.matchAll(linkTag)].slice(0, maxLinks)
  return {
    links: new Map(tags.flatMap(([, attributes = '']) => linkOf(attributes, targets))),
    merged: [...tail.matchAll(mergeTag)].slice(0, maxMerged).flatMap(rangeOf),
  }
}

const mergeTag = /<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g
const maxMerged = 100_000

function rangeOf([, left = '', top = '', right = '', bottom = '']: RegExpExecArray): MergedRange[] {
  const [column, row] = [indexOfLetters(left), Number(top) - 1]
  return [{ row, column, rows: Number(bottom) - row, columns: indexOfLetters(right) - column + 1 }]
}

function linkOf(attributes: string, targets: ReadonlyMap<string, string>): [string, string][] {
  const [, cell = ''] = /\sref\s*=\s*["']([A-Z]+\d+)/.exec(attributes) ?? []
  const [, id = ''] = /\s(?:\w+:)?id\s*=\s*["']([^"']+)["']/.exec(attributes) ?? []
  const target = targets.get(id)
  return target === undefined ? [] : [[cell, target]]
}

const linkTag = /<(?:\w+:)?hyperlink(\s[^>]*)>/g

async function readTargets(zip: ZipFile, part: string): Promise<Map<string, string>> {
  const { dir, base } = posix.parse(part)
  const xml = await zip.read(`${dir}/_rels/${base}.rels`, maxRelationBytes)
  const $ = load(xml?.toString('utf8') ?? '', { xml: true })
  const targets = new Map<string, string>()
  for (const element of $('Relationship, x\\:Relationship').toArray()) {
    const { Type: type = '', Target: target = '', Id: id = '' } = $(element).attr() ?? {}
    if (type.endsWith('/hyperlink') && /^https?:/i.test(target)) targets.set(id, target)
  }
  return targets
}

async function readTail(zip: ZipFile, part: string): Promise<string> {
  const decoder = new TextDecoder()
  let tail = ''
  let isBehind = false
  for await (const chunk of (await zip.stream(part)) ?? []) {
    tail += decoder.decode(chunk as Buffer, { stream: true })
    if (!isBehind) {
      const at = tail.search(/<\/(?:\w+:)?sheetData>/)
      isBehind = at >= 0
      tail = at >= 0 ? tail.slice(at) : tail.slice(-longestEnd)
    }
    if (tail.length > maxTailLength) break
  }
  return isBehind ? tail : ''
}

const longestEnd = 100
