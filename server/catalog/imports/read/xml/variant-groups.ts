import { groupOf, isScalar, type JsonObject, objectsOf, textOf } from '../nested/json-tree.ts'
import { isPictureMember, readFeatures } from '../nested/read-members.ts'
import { refusal } from '../file-rows.ts'
import { Roles } from '../shapes/roles.ts'
import { type SemanticType, semanticTypeOf } from '#shared/semantic-types.ts'
import { commonStart, lettersOf, type Features } from '../shapes/shape.ts'

const groupMembers = new Set('itemgroupid groupid productgroupid variantgroupid'.split(' '))
const idMembers = new Set('id itemid guid ид'.split(' '))
const sharedRoles = ['description', 'short_description', 'vendor', 'product_type'] as const
const sharedMembers = new Set('category categories categoryid categorytext categorypath'.split(' '))
const maxGroups = 200_000

interface Group {
  readonly first: JsonObject
  readonly shared: Map<string, string>
  title: string
  count: number
  /** The values of features by name, as JSON; undefined where they differ. */
  readonly features: Map<string, string | undefined>
}

/**
 * The products that feeds tell only by the group of their variants: each gets a record of its own, and the
 * features in which its variants differ are their options.
 */
export class VariantGroups {
  readonly #groups = new Map<string, Group>()
  readonly #taken = new Set<string>()
  #roles: Roles | undefined

  add(record: JsonObject): void {
    const name = groupName(record)
    if (name === '') return
    const known = this.#groups.get(name)
    if (known) this.#compare(known, record)
    else if (this.#groups.size >= maxGroups)
      throw refusal('The file has more than 200,000 groups of variants. Import it in several parts.')
    else this.#groups.set(name, this.#begin(record))
  }

  /** Notes that a record itself is called like a group; once all groups are known. */
  take(record: JsonObject): void {
    const sku = this.#rolesOf(record).header('sku')
    for (const [name, value] of Object.entries(record))
      if (
        (idMembers.has(lettersOf(name)) || name === sku) &&
        isScalar(value) &&
        this.#groups.has(String(value))
      )
        this.#taken.add(String(value))
  }

  get isEmpty(): boolean {
    return [...this.#groups.values()].every(({ count }) => count < 2)
  }

  /** The record as a variant of its group, whose product comes with the first of them. */
  toVariant(record: JsonObject, given: Set<string>): JsonObject {
    const name = groupName(record)
    const group = this.#groups.get(name)
    if (!group || group.count < 2) return record
    const key = this.#taken.has(name) ? `${name} (group)` : name
    const varying = new Set(
      [...group.features].filter(([one, value]) => value === undefined && mayDiffer(one)).map(([one]) => one),
    )
    const options = [...featuresOf(record)].filter(([feature]) => varying.has(feature))
    const isFirst = !given.has(name)
    given.add(name)
    return {
      ...withoutFeatures(record, varying),
      parent_id: key,
      ...(options.length > 0 && {
        options: Object.fromEntries(options.map(([one, all]) => [one, all.join(', ')])),
      }),
      ...(isFirst && { [groupOf]: this.#productOf(group, key) }),
    }
  }

  #begin(record: JsonObject): Group {
    const roles = this.#rolesOf(record)
    const headers = sharedRoles.flatMap((role) => roles.header(role) ?? [])
    const shared = Object.keys(record).filter(
      (name) => headers.includes(name) || sharedMembers.has(lettersOf(name)),
    )
    return {
      first: record,
      title: this.#titleOf(record),
      count: 1,
      shared: new Map(shared.map((name) => [name, JSON.stringify(record[name])])),
      features: new Map([...featuresOf(record)].map(([name, values]) => [name, JSON.stringify(values)])),
    }
  }

  #compare(group: Group, record: JsonObject): void {
    group.count += 1
    group.title = commonStart(group.title, this.#titleOf(record))
    for (const [name, value] of group.shared)
      if (JSON.stringify(record[name]) !== value) group.shared.delete(name)
    const features = featuresOf(record)
    for (const [name, value] of group.features)
      if (JSON.stringify(features.get(name)) !== value) group.features.set(name, undefined)
    for (const name of features.keys()) if (!group.features.has(name)) group.features.set(name, undefined)
  }

  #productOf({ first, shared, title }: Group, key: string): JsonObject {
    const roles = this.#rolesOf(first)
    const sku = roles.header('sku')
    const pictures = Object.entries(first).filter(([name]) => isPictureMember(name))
    return {
      id: key,
      ...(sku !== undefined && { [sku]: key }),
      [roles.header('title') ?? 'title']: title.replace(/[\s,;:/|(–—-]+$/, '') || key,
      ...Object.fromEntries([...shared].map(([name, value]) => [name, JSON.parse(value)])),
      ...Object.fromEntries(pictures),
    }
  }

  #titleOf(record: JsonObject): string {
    return textOf(record[this.#rolesOf(record).header('title') ?? 'title'])
  }

  #rolesOf(record: JsonObject): Roles {
    return (this.#roles ??= new Roles(Object.keys(record)))
  }
}

/** Variants are not chosen by their weight or number. */
function mayDiffer(feature: string): boolean {
  const type = semanticTypeOf(feature)
  return type === undefined || optionTypes.has(type)
}

const optionTypes: ReadonlySet<string> = new Set<SemanticType>([
  'color',
  'size',
  'material',
  'pattern',
  'length',
  'width',
  'height',
  'net_content',
])

function groupName(record: JsonObject): string {
  const [, value] = Object.entries(record).find(([name]) => groupMembers.has(lettersOf(name))) ?? []
  return textOf(value)
}

function featuresOf(record: JsonObject): Features {
  const lists = Object.values(record).flatMap((value) => {
    const found = readFeatures(objectsOf(value))
    return found ? [...found] : []
  })
  return new Map(lists)
}

function withoutFeatures(record: JsonObject, varying: ReadonlySet<string>): JsonObject {
  const members = Object.entries(record).map(([name, value]) => {
    const objects = objectsOf(value)
    if (!readFeatures(objects)) return [name, value]
    return [
      name,
      objects.filter((one) => ![...(readFeatures([one])?.keys() ?? [])].some((key) => varying.has(key))),
    ]
  })
  return Object.fromEntries(members)
}
