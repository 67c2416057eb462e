import { posix } from 'node:path'
import { load } from 'cheerio/slim'
import type { ZipFile } from '../../files/zip-file.ts'

export type SheetLinks = ReadonlyMap<string, string>

const none: SheetLinks = new Map()
const maxRelationBytes = 16 * 1024 * 1024
const maxTailLength = 16 * 1024 * 1024
const maxLinks = 500_000

/** Reads the links of a sheet, which come after its rows; a sheet without external addresses is not read. */
export async function readLinks(zip: ZipFile, part: string | undefined): Promise<SheetLinks> {
  if (part === undefined) return none
  const targets = await readTargets(zip, part)
  if (targets.size === 0) return none
  const tags = [...(await readTail(zip, part)).matchAll(linkTag)].slice(0, maxLinks)
  return new Map(tags.flatMap(([, attributes = '']) => linkOf(attributes, targets)))
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
