import { type ImportPreview, type PreviewColumn, shapeNames } from '#shared/imports.ts'
import { t } from '../ui/text.ts'

/** What is in the file of a shop: `A product file of Shopify: 19 products, 21 variants, with pictures and categories.` */
export function describeShape({ shape, rows, is_whole: isWhole, columns }: ImportPreview): string {
  if (shape === null) return ''
  const filled = columns.filter((column) => column.filled > 0 && column.rule.key !== null)
  const variants = filled.find(({ rule }) => rule.key === 'parent_id')?.filled ?? 0
  const counts = [
    t('{rows, plural, one {# product} other {# products}}', { rows: rows - variants }),
    ...(variants > 0 ? [t('{variants, plural, one {# variant} other {# variants}}', { variants })] : []),
    ...describeParts(filled),
  ].join(', ')
  return isWhole
    ? t('A product file of {shop}: {counts}.', { shop: shapeNames[shape], counts })
    : t('A product file of {shop}: more than {counts}.', { shop: shapeNames[shape], counts })
}

function describeParts(filled: readonly PreviewColumn[]): string[] {
  const refersTo = (target: string) => filled.some(({ rule }) => rule.reference_type === target)
  const hasPictures = filled.some(({ data_type: type }) => type === 'image') || refersTo('image')
  const hasCategories = refersTo('category')
  if (hasPictures && hasCategories) return [t('with pictures and categories')]
  if (hasPictures) return [t('with pictures')]
  return hasCategories ? [t('with categories')] : []
}
