import type { SentRule } from './assets.ts'
import type { AttributeConfig } from './attributes.ts'
import { semanticTypeOf } from './semantic-types.ts'

type MatchAttribute = Pick<
  AttributeConfig,
  'key' | 'name' | 'data_type' | 'entity_type' | 'is_primary' | 'reference' | 'constraints'
>

/** How files are matched where nobody chooses: by SKU, GTIN, folders and titles, into the list of pictures. */
export interface MatchDefaults {
  readonly rules: readonly SentRule[]
  /** The key of the attribute that the files go to; undefined where no attribute of products takes pictures. */
  readonly attribute: string | undefined
}

/** The attribute that is proposed where none of products takes pictures. */
export const galleryAttribute = {
  name: 'Gallery images',
  key: 'gallery_images',
  entity_type: 'product',
  data_type: 'entity_list_reference',
  reference: { type: 'image' },
} as const

/** The attribute that is proposed where products have no text that pictures could be named after. */
export const skuAttribute = {
  name: 'SKU',
  key: 'sku',
  entity_type: 'product',
  data_type: 'single_line_text_field',
  is_primary: true,
} as const

const maxFolders = 3

/** Chooses rules and the target by the attributes of a workspace. */
export function matchDefaults(attributes: readonly MatchAttribute[]): MatchDefaults {
  const ofProducts = attributes.filter(({ entity_type: type }) => type === 'product')
  const texts = ofProducts.filter(({ data_type: type }) => type === 'single_line_text_field')
  const primary = texts.find(({ is_primary: isPrimary }) => isPrimary)
  const codes = ['sku', 'mpn'].flatMap((type) => texts.filter((one) => meaningOf(one) === type))
  const keys = [...new Set([primary, ...codes].flatMap((one) => (one ? [one.key] : [])))]
  const gtins = texts.filter((one) => meaningOf(one) === 'gtin').map(({ key }) => key)
  const folders = Array.from({ length: maxFolders }, (_, index) => index + 1)
  return {
    rules: [
      ...keys.map((attribute) => ({ by: 'key', attribute })),
      ...gtins.map((attribute) => ({ by: 'gtin', attribute })),
      ...keys
        .slice(0, 2)
        .flatMap((attribute) => folders.map((level) => ({ by: 'folder', attribute, level }))),
      ...keys.slice(0, 1).map((attribute) => ({ by: 'iptc', attribute, field: 'title' })),
    ],
    attribute: targetOf(ofProducts),
  }
}

function meaningOf({ key, name }: MatchAttribute): string | undefined {
  return semanticTypeOf(name) ?? semanticTypeOf(key)
}

function targetOf(attributes: readonly MatchAttribute[]): string | undefined {
  const refers = attributes.filter((one) => takesFiles(one) && one.data_type.startsWith('entity_'))
  const lists = refers.filter(({ data_type: type }) => type === 'entity_list_reference')
  const named = lists.find((one) => ['image', 'gallery'].includes(meaningOf(one) ?? ''))
  const media = attributes.find(({ data_type: type }) => type === 'image')
  return (named ?? lists[0] ?? refers[0] ?? media)?.key
}

/** Whether an attribute of products takes pictures: as references to images, or as files. */
export function takesFiles({ data_type: type, reference, constraints }: MatchAttribute): boolean {
  if (type === 'image' || constraints?.kind === 'file') return true
  return type.startsWith('entity_') && reference !== null && 'type' in reference && reference.type === 'image'
}
