import { acceptItems } from './accept-items.ts'
import type { ChannelContext, ChannelLayout, LaidOut } from './channel-layout.ts'
import { type ChannelProduct, type Family, valueOf } from './channel-product.ts'
import { tabLine } from './table-row.ts'

// Fields that Google takes more than once, and how often.
const repeated: Readonly<Record<string, number>> = {
  additional_image_link: 10,
  product_highlight: 100,
  product_detail: 1000,
  shipping: 100,
}

// Fields of several parts, which stand in the value separated by colons.
const parts: Readonly<Record<string, readonly string[]>> = {
  shipping: ['country', 'region', 'service', 'price'],
  product_detail: ['section_name', 'attribute_name', 'attribute_value'],
  installment: ['months', 'amount'],
  certification: ['certification_authority', 'certification_name', 'certification_code'],
  structured_title: ['digital_source_type', 'content'],
  structured_description: ['digital_source_type', 'content'],
}

/** RSS 2.0 with Google's namespace, an item for every product that can be sold. */
export const googleXml: ChannelLayout = {
  extension: 'xml',
  mediaType: 'application/rss+xml',
  begin: () =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>Products</title>\n<link>https://merchants.google.com/</link>\n<description>Products from Vitrine</description>\n',
  family: (family, context) => layOut(family, context, xmlItem),
  end: () => '</channel>\n</rss>\n',
}

/** The same as a table; columns that nothing can fill are left out. */
export const googleTsv: ChannelLayout = {
  extension: 'tsv',
  mediaType: 'text/tab-separated-values; charset=utf-8',
  begin: (context) => tabLine(columnsOf(context)),
  family: (family, context) => {
    const columns = columnsOf(context)
    return layOut(family, context, (values) =>
      tabLine(columns.map((target) => inList(values.get(target) ?? []))),
    )
  },
  end: () => '',
}

/** Commas separate several addresses, so that they stand encoded inside of one. */
function inList(texts: readonly string[]): string {
  return texts.length > 1 ? texts.map((text) => text.replaceAll(',', '%2C')).join(',') : texts.join('')
}

function columnsOf({ fields }: ChannelContext): string[] {
  return fields
    .filter(({ attribute, target }) => attribute !== undefined || target === 'item_group_id')
    .map(({ target }) => target)
}

type Values = ReadonlyMap<string, readonly string[]>

function layOut(family: Family, context: ChannelContext, write: (values: Values) => string): LaidOut {
  const { items, leftOut } = acceptItems(family.items, context, 'id')
  const texts = items.map((item) => write(withGroup(item, family)))
  return { text: texts.join(''), items: items.length, leftOut }
}

/** Variants are told to be such by the id of their product. */
function withGroup({ values }: ChannelProduct, { root, hasVariants }: Family): Values {
  const group = valueOf(root, 'id') || root.id
  const own: Values =
    hasVariants && !values.has('item_group_id') ? new Map([...values, ['item_group_id', [group]]]) : values
  return new Map(
    [...own].map(([target, texts]) => [target, texts.slice(0, repeated[target] ?? texts.length)]),
  )
}

function xmlItem(values: Values): string {
  const members = [...values].flatMap(([target, texts]) => texts.map((text) => member(target, text)))
  return `<item>\n${members.join('')}</item>\n`
}

function member(target: string, text: string): string {
  const names = parts[target]
  const pieces = names && text.split(':')
  const isWhole = names !== undefined && pieces?.length === names.length
  return `<g:${target}>${isWhole ? nested(names, pieces) : escapeXml(text)}</g:${target}>\n`
}

function nested(names: readonly string[], pieces: readonly string[]): string {
  const filled = names.flatMap((name, index) => {
    const piece = pieces[index]?.trim() ?? ''
    return piece === '' ? [] : [`<g:${name}>${escapeXml(piece)}</g:${name}>`]
  })
  return filled.join('')
}

// oxlint-disable-next-line no-control-regex -- XML takes none of them
const notInXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

function escapeXml(text: string): string {
  return text
    .replaceAll(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
