import { type ImportPreview, type PreviewColumn, shapeNames } from '#shared/imports.ts'
import { countOf } from '../ui/format-count.ts'

/** What is in the file of a shop: `A product file of Shopify: 19 products, 21 variants, with pictures and categories.` */
export function describeShape({ shape, rows, is_whole: isWhole, columns }: ImportPreview): string {
  if (shape === null) return ''
  const filled = columns.filter((column) => column.filled > 0 && column.rule.key !== null)
  const variants = filled.find(({ rule }) => rule.key === 'parent_id')?.filled ?? 0
  const counts = [
    countOf(rows - variants, 'product'),
    ...(variants > 0 ? [countOf(variants, 'variant')] : []),
    ...tellParts(filled),
  ].join(', ')
  return `A product file of ${shapeNames[shape]}: ${isWhole ? '' : 'more than '}${counts}.`
}

function tellParts(filled: readonly PreviewColumn[]): string[] {
  const refersTo = (target: string) => filled.some(({ rule }) => rule.reference_type === target)
  const hasPictures = filled.some(({ data_type: type }) => type === 'image') || refersTo('image')
  const parts = [...(hasPictures ? ['pictures'] : []), ...(refersTo('category') ? ['categories'] : [])]
  return parts.length === 0 ? [] : [`with ${parts.join(' and ')}`]
}
