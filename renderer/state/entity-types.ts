import { FolderTree, Image, Link2, Package, Store, type LucideIcon } from 'lucide-react'
import type { EntityResource, EntityType } from '#shared/entities.ts'

interface TypeTexts {
  readonly plural: string
  readonly singular: string
  readonly icon: LucideIcon
  /** What the type is for, where there is none yet. */
  readonly purpose: string
}

/** How the app calls each entity type. */
export const typeTexts: Readonly<Record<EntityType, TypeTexts>> = {
  product: {
    plural: 'Products',
    singular: 'product',
    icon: Package,
    purpose: 'Products are what you sell, with their variants.',
  },
  image: {
    plural: 'Images',
    singular: 'image',
    icon: Image,
    purpose: 'Images belong to products and to everything else that needs a picture.',
  },
  vendor: {
    plural: 'Vendors',
    singular: 'vendor',
    icon: Store,
    purpose: 'Vendors are the makers and suppliers that products refer to.',
  },
  category: {
    plural: 'Categories',
    singular: 'category',
    icon: FolderTree,
    purpose: 'Categories put products in order.',
  },
  source: {
    plural: 'Sources',
    singular: 'source',
    icon: Link2,
    purpose: 'Sources are pages and documents that product data is taken from.',
  },
}

/** A second line that tells entities of one label apart: its first short texts besides the label. */
export function describeEntity({ label, attributes }: EntityResource): string {
  return Object.values(attributes)
    .filter((value): value is string => typeof value === 'string' && value !== label && value.length <= 60)
    .filter((value) => !/^(https?:|files\/)/.test(value))
    .slice(0, 2)
    .join(' · ')
}
