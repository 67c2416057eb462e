import type { MappedField } from '../channels/channels.ts'
import type { ValueKind } from '../channels/templates/template.ts'
import type { RightsReason } from '#shared/picture-rights.ts'
import { type Sentence, message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listKinships } from '../../store/tables/entities.ts'
import type { OwnAxis } from '../variants/axes.ts'
import { type ChannelContext, getField } from './channel-layout.ts'

export interface Problem {
  readonly field: MappedField
  readonly issue: Sentence
  readonly value: string
  readonly isPart: boolean
  readonly remedy?: Sentence
  /** That the rights of a picture exclude the channel. */
  readonly reason?: RightsReason
}

export interface ChannelProduct {
  readonly id: string
  readonly label: string | null
  readonly values: Map<string, readonly string[]>
  readonly problems: readonly Problem[]
  readonly texts: ReadonlyMap<string, readonly string[]>
  /** The alternative text of the picture at an address, if that picture is an entity with one. */
  readonly altOf: (address: string) => string | undefined
}

/** A product with its variants; one without any is its own only item. */
export interface ProductGroup {
  readonly root: ChannelProduct
  readonly items: readonly ChannelProduct[]
  readonly hasVariants: boolean
  /** The axes that were set for it, in the order of a shop's options. */
  readonly axes: readonly OwnAxis[]
}

export function valueOf({ values }: ChannelProduct, target: string): string {
  return values.get(target)?.[0] ?? ''
}

export interface LeftOut {
  readonly id: string
  readonly label: string | null
  readonly target: string
  readonly attribute: string | null
  readonly issue: Sentence
  readonly value: string
  readonly isProduct: boolean
  readonly remedy?: Sentence
  readonly reason?: RightsReason
  /** The number of sold products that are left out with it; one by default. */
  readonly items?: number
}

export interface ProductGroupIds {
  readonly root: number
  readonly items: readonly number[]
}

const chunk = 1000

/**
 * Groups products with their relatives: a product with variants is sold as these. Groups come in the order
 * of their first requested member.
 */
export function groupProducts(db: ReadableDb, ids: readonly number[]): ProductGroupIds[] {
  const groups = new Map<number, number[]>()
  for (let start = 0; start < ids.length; start += chunk) {
    const some = listKinships(db, ids.slice(start, start + chunk))
    const roots = findRoots(db, some)
    for (const [id, , hasChildren] of some) {
      if (hasChildren) continue
      const root = roots.get(id) ?? id
      const items = groups.get(root)
      if (items) items.push(id)
      else groups.set(root, [id])
    }
  }
  return [...groups].map(([root, items]) => ({ root, items }))
}

function findRoots(
  db: ReadableDb,
  members: readonly (readonly [id: number, parent: number | null, n: number])[],
) {
  const above = new Map(members.map(([id, parent]) => [id, parent ?? id]))
  for (let open = true; open;) {
    const parents = new Map(
      listKinships(db, [...new Set(above.values())]).map(([id, parent]) => [id, parent]),
    )
    open = false
    for (const [id, at] of above) {
      const parent = parents.get(at) ?? null
      if (parent === null) continue
      above.set(id, parent)
      open = true
    }
  }
  return above
}

/**
 * Gives variants the values of their product that they lack, except for fields that a variant has of its
 * own; of prices all or none.
 */
export function withRootValues(group: ProductGroup, context: ChannelContext): ProductGroup {
  const { root, items } = group
  if (!group.hasVariants) return group
  const { kinds } = context.channel.template
  const pictures = [...root.values.keys()].filter((target) => kinds[target] === 'images')
  const ofVariants = new Set(
    items.flatMap(({ values }) =>
      [...values].flatMap(([target, texts]) => (isPicture(kinds[target]) ? texts : [])),
    ),
  )
  return {
    ...group,
    items: items.map((item) => {
      const filled = fill(item, root, context)
      const inherited = pictures.filter((target) => !item.values.has(target) && filled.values.has(target))
      return inherited.length === 0 ? filled : withoutPictures(filled, inherited, ofVariants, item)
    }),
  }
}

function isPicture(kind: ValueKind | undefined): boolean {
  return kind === 'image' || kind === 'images'
}

/** The pictures of a product show all of its variants; a variant takes none that is one of another. */
function withoutPictures(
  filled: ChannelProduct,
  targets: readonly string[],
  ofVariants: ReadonlySet<string>,
  { values: own }: ChannelProduct,
): ChannelProduct {
  const ownPictures = new Set([...own.values()].flat())
  const values = new Map(filled.values)
  for (const target of targets) {
    const left = (values.get(target) ?? []).filter((url) => ownPictures.has(url) || !ofVariants.has(url))
    if (left.length > 0) values.set(target, left)
    else values.delete(target)
  }
  return { ...filled, values }
}

function fill(item: ChannelProduct, root: ChannelProduct, { channel }: ChannelContext): ChannelProduct {
  const { isOwn, prices } = channel.template
  // A value that the channel refuses is reported, and not hidden by one of the root.
  const reported = new Set(item.problems.map(({ field }) => field.target))
  const hasPrice = prices.some((target) => item.values.has(target) || reported.has(target))
  const isTaken = (target: string): boolean =>
    !item.values.has(target) &&
    !reported.has(target) &&
    !isOwn(target) &&
    !(hasPrice && prices.includes(target))
  const taken = [...root.values].filter(([target]) => isTaken(target))
  return taken.length === 0 ? item : { ...item, values: new Map([...item.values, ...taken]) }
}

export function withValidSalePrice(
  product: ChannelProduct,
  context: ChannelContext,
  target: string,
  regularTarget: string,
): ChannelProduct {
  const value = valueOf(product, target)
  const regular = product.values.get(regularTarget)?.[0]
  if (value === '' || (regular !== undefined && Number.parseFloat(value) < Number.parseFloat(regular)))
    return product
  const values = new Map(product.values)
  values.delete(target)
  const issue = message('listing.sale_price_above_regular')
  const remedy = message('listing.lower_sale_price')
  const problem = { field: getField(context, target), issue, remedy, value, isPart: true }
  return { ...product, values, problems: [...product.problems, problem] }
}
