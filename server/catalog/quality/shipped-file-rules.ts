/** The rules about pictures that ship with the program: they are on wherever their attributes exist. */
import type { EntityType } from '#shared/entities.ts'
import type { MessageCode } from '#shared/messages/message.ts'
import {
  type FileProblem,
  type QualityCheck,
  type ShippedRuleKey,
  shippedRuleNames,
} from '#shared/quality.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { pictureAttribute } from '../attributes/image-attributes.ts'
import { type ShippedRule, sentenceOf } from './shipped-rules.ts'

/** The attributes that these rules are about, by what they hold; those that do not exist have no key. */
interface FileKeys {
  readonly picture: readonly string[]
  readonly alt: readonly string[]
  readonly end: readonly string[]
  /** The attributes of products that show pictures, and those of them that are lists. */
  readonly shown: readonly string[]
  readonly lists: readonly string[]
}

interface FileRule {
  readonly number: number
  readonly key: ShippedRuleKey
  readonly type: EntityType
  readonly severity: ShippedRule['severity']
  readonly needs: readonly (keyof FileKeys)[]
  readonly applies?: (keys: FileKeys) => string
  readonly check: (keys: FileKeys) => QualityCheck
}

const usualKeys: FileKeys = {
  picture: ['image_url'],
  alt: ['alt_text'],
  end: ['valid_to'],
  shown: ['main_image', 'gallery_images'],
  lists: ['gallery_images'],
}

const ofImages = (number: number, key: ShippedRuleKey, severity: ShippedRule['severity']) => ({
  number,
  key,
  severity,
  type: 'image' as const,
  needs: ['picture'] as const,
})

const ofProducts = (number: number, key: ShippedRuleKey, severity: ShippedRule['severity']) => ({
  number,
  key,
  severity,
  type: 'product' as const,
  needs: ['picture', 'shown'] as const,
})

const looksFor = (problem: FileProblem, of: keyof FileKeys = 'picture') => ({
  check: (keys: FileKeys): QualityCheck => ({
    kind: 'file_problem',
    attributes: [...keys[of]],
    problem,
  }),
})

const filledIn = (keys: readonly string[]) => keys.map((key) => `filter[${key}][exists]=true`)
const noVariants = () => 'filter[parent_id][exists]=false'

/** How many days before their end rights are found. */
const daysAhead = 30

const fileRules: readonly FileRule[] = [
  { ...ofImages(101, 'asset_damaged', 'error'), ...looksFor('damaged') },
  { ...ofImages(102, 'asset_missing_file', 'error'), ...looksFor('missing_file') },
  {
    ...ofImages(103, 'asset_link_dead', 'error'),
    applies: ({ picture }) => `filter[${picture[0]}][starts_with]=http`,
    check: ({ picture }) => ({ kind: 'link_answers', attributes: [...picture] }),
  },
  {
    ...ofImages(104, 'rights_expired', 'error'),
    needs: ['picture', 'end'],
    applies: ({ end }) => filledIn(end).join('&'),
    check: ({ end }) => ({ kind: 'filter', must_match: `filter[${end[0]}][gte]=this_day` }),
  },
  { ...ofImages(105, 'asset_too_small', 'warning'), ...looksFor('too_small') },
  {
    ...ofImages(106, 'asset_no_alt_text', 'warning'),
    needs: ['picture', 'alt'],
    applies: ({ picture }) => filledIn(picture).join('&'),
    check: ({ alt }) => ({ kind: 'required', attributes: [...alt] }),
  },
  {
    ...ofImages(107, 'rights_expiring', 'warning'),
    needs: ['picture', 'end'],
    applies: ({ end }) => filledIn(end).join('&'),
    check: ({ end: [key] }) => ({
      kind: 'filter',
      must_match: `filter[${key}][lt]=this_day&filter[${key}][gt]=next_${daysAhead + 1}_days&filter_join=or`,
    }),
  },
  { ...ofImages(108, 'asset_turned', 'warning'), ...looksFor('turned') },
  { ...ofImages(109, 'asset_not_srgb', 'warning'), ...looksFor('not_srgb') },
  { ...ofImages(110, 'asset_transparent', 'warning'), ...looksFor('transparent') },
  { ...ofImages(111, 'asset_too_large', 'warning'), ...looksFor('too_large') },
  { ...ofImages(112, 'asset_wrong_aspect', 'info'), ...looksFor('wrong_aspect') },
  {
    ...ofImages(113, 'asset_alt_text_is_name', 'info'),
    needs: ['picture', 'alt'],
    ...looksFor('alt_text_is_name', 'alt'),
  },
  { ...ofImages(114, 'asset_nearly_same', 'info'), ...looksFor('nearly_same') },
  { ...ofImages(115, 'asset_unused', 'info'), ...looksFor('unused') },
  {
    ...ofProducts(116, 'product_no_picture', 'warning'),
    applies: noVariants,
    check: ({ shown }) => ({
      kind: 'filter',
      must_match: [...filledIn(shown), ...(shown.length > 1 ? ['filter_join=or'] : [])].join('&'),
    }),
  },
  { ...ofProducts(117, 'asset_twice', 'warning'), ...looksFor('twice', 'shown') },
  {
    ...ofProducts(118, 'product_one_picture', 'info'),
    needs: ['picture', 'lists'],
    applies: noVariants,
    ...looksFor('one_picture', 'shown'),
  },
]

const codeOf = (key: ShippedRuleKey) => `quality.${key}` as MessageCode

/** The sentences of these rules, in English and by code. */
export const fileSentences = fileRules.map(({ key }) => sentenceOf(codeOf(key)))

const idOf = (number: number) => `01989f80-0000-7000-8000-${String(number).padStart(12, '0')}`
const ids: ReadonlySet<string> = new Set(fileRules.map(({ number }) => idOf(number)))

/** Whether a rule is one of those about files, which nobody has asked for and which do not count in the score. */
export function isFileRule(id: string): boolean {
  return ids.has(id)
}

export type ShippedFileRule = ShippedRule & { readonly entity_type: EntityType; readonly enabled: boolean }

/** The rules about files of a workspace, with its own attributes. */
export function shippedFileRules(db: ReadableDb): ShippedFileRule[] {
  const known = readKeys(db)
  const named = Object.fromEntries(
    Object.entries(known).map(([of, keys]) => [of, keys.length > 0 ? keys : usualKeys[of as keyof FileKeys]]),
  ) as unknown as FileKeys
  return fileRules.map(({ number, key, type, severity, needs, applies, check }) => ({
    id: idOf(number),
    key,
    name: shippedRuleNames[key],
    entity_type: type,
    severity,
    applies_to: applies?.(named) ?? '',
    check: check(named),
    ...sentenceOf(codeOf(key)),
    enabled: needs.every((of) => known[of].length > 0),
  }))
}

function readKeys(db: ReadableDb): FileKeys {
  const images = attributesOf(db, 'image').byKey
  const shown = attributesOf(db, 'product').list.filter((attribute) => showsPictures(db, attribute))
  const toKeys = (attributes: readonly (Attribute | undefined)[]) =>
    attributes.flatMap((attribute) => attribute?.key ?? [])
  const [alt, end] = [images.get('alt_text'), images.get('valid_to')]
  return {
    picture: toKeys([pictureAttribute(db)]),
    alt: toKeys([alt?.traits.family === 'text' ? alt : undefined]),
    end: toKeys([end?.traits.family === 'date' ? end : undefined]),
    shown: toKeys(shown),
    lists: toKeys(shown.filter(({ traits }) => traits.shape === 'reference_list')),
  }
}

function showsPictures(db: ReadableDb, attribute: Attribute): boolean {
  const { traits, extras } = attribute
  if (traits.shape === 'inverse' || traits.shape === 'computed') return false
  if (traits.media === 'image') return true
  return getValuePlan(db, attribute).isReference && extras.reference?.type === 'image'
}
