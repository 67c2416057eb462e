import { FolderTree, Image, Link2, Package, Store, type LucideIcon } from 'lucide-react'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AttributeConfig, isReferenceType } from '#shared/attributes.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { categoryTreeQuery } from '../api/entities-queries.ts'
import { useWorkspace } from './workspace-context.ts'
import { Tree } from '../query/category-tree.ts'

interface TypeTexts {
  readonly plural: string
  readonly singular: string
  readonly open: string
  readonly icon: LucideIcon
  readonly purpose: string
}

export const typeTexts = cachedByLanguage((): Readonly<Record<EntityType, TypeTexts>> => ({
  product: {
    plural: t('Products'),
    open: t('Go to Products'),
    singular: t('product'),
    icon: Package,
    purpose: t('Products are what you sell, with their variants.'),
  },
  image: {
    plural: t('Images'),
    open: t('Go to Images'),
    singular: t('image'),
    icon: Image,
    purpose: t('Images belong to products and to everything else that needs a picture.'),
  },
  vendor: {
    plural: t('Vendors'),
    open: t('Go to Vendors'),
    singular: t('vendor'),
    icon: Store,
    purpose: t('Vendors are the makers and suppliers that products refer to.'),
  },
  category: {
    plural: t('Categories'),
    open: t('Go to Categories'),
    singular: t('category'),
    icon: FolderTree,
    purpose: t('Categories put products in order.'),
  },
  source: {
    plural: t('Sources'),
    open: t('Go to Sources'),
    singular: t('source'),
    icon: Link2,
    purpose: t('Sources are pages and documents that product data is taken from.'),
  },
}))

const countTexts: Readonly<Record<EntityType, (count: number) => string>> = {
  product: (count) => t('{count, plural, one {# product} other {# products}}', { count }),
  image: (count) => t('{count, plural, one {# image} other {# images}}', { count }),
  vendor: (count) => t('{count, plural, one {# vendor} other {# vendors}}', { count }),
  category: (count) => t('{count, plural, one {# category} other {# categories}}', { count }),
  source: (count) => t('{count, plural, one {# source} other {# sources}}', { count }),
}

export function formatEntityCount(count: number, type: EntityType): string {
  return countTexts[type](count)
}

export function describeMatching(count: number, type: EntityType): string {
  const what = formatEntityCount(count, type)
  return count === 1 ? t('{what} matches', { what }) : t('{what} match', { what })
}

/** Returns the first two short texts other than the label, to tell apart entities with one label. */
export function describeEntity({ label, attributes }: EntityResource): string {
  return Object.values(attributes)
    .filter((value): value is string => typeof value === 'string' && value !== label && value.length <= 60)
    .filter((value) => !/^(https?:|files\/|\d{4}-\d\d-\d\d)/.test(value))
    .slice(0, 2)
    .join(' · ')
}

export function refersToCategories({ data_type: type, reference }: AttributeConfig): boolean {
  return isReferenceType(type) && reference?.type === 'category'
}

/** Returns the first product attribute that references categories. */
export function categoryAttribute(configs: readonly AttributeConfig[]): AttributeConfig | undefined {
  return configs.find(refersToCategories)
}

/** Returns the key of the category name, if writable, and the key to sort categories by. */
function findCategoryKeys(configs: readonly AttributeConfig[] = []) {
  const primary = configs.find(({ is_primary: isPrimary }) => isPrimary)
  const rank = configs.find(({ data_type: type }) => type === 'rank')
  return { name: primary?.writable === true ? primary.key : undefined, sort: (rank ?? primary)?.key }
}

function findPictureKey(configs: readonly AttributeConfig[] = []): string | undefined {
  return configs.find(({ data_type: type }) => type === 'image')?.key
}

/** The tree of categories; with a channel also how many products of each are complete, and a picture. */
export function useTree(enabled = true, channel?: string) {
  const { api, workspace } = useWorkspace()
  const { data: products } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const { data: categories } = useQuery(attributeConfigsQuery(workspace.id, 'category'))
  const categoryKey = products && categoryAttribute(products)?.key
  const { name, sort } = findCategoryKeys(categories)
  const { data, error, refetch } = useQuery({
    ...categoryTreeQuery(api, categoryKey, sort, {
      complete: channel,
      picture: channel === undefined ? undefined : findPictureKey(products),
    }),
    enabled: enabled && products !== undefined && categories !== undefined,
    placeholderData: keepPreviousData,
  })
  const tree = useMemo(() => data && new Tree(data.nodes), [data])
  return { tree, isPart: data?.is_complete === false, error, refetch, by: categoryKey, nameKey: name }
}
