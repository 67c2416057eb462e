import { parseJson } from '../../store/database/json.ts'
import type { AttributeValue, EntityResource, ReferenceStub } from '#shared/entities.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import { message } from '#shared/messages/message.ts'
import type { EditStep } from '#shared/renditions.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { toDay } from '#shared/iso-times.ts'
import { refusedBy, rightsAttributes, type RightsReason, type Showing } from '#shared/picture-rights.ts'
import { foldText, splitList } from '#shared/text.ts'
import type { ChannelSettings } from '#shared/channels.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import { getValuePlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import { listEntityRows, listIdsByUuid, type EntityRow } from '../../store/tables/entities.ts'
import { editStepsKey, parseEditSteps } from '../attributes/edit-steps.ts'
import { nameLinkedFile } from '../files/linked-files.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import {
  type MappedField,
  mappableAttributes,
  type WorkspaceChannel,
  fieldMapper,
} from '../channels/channels.ts'
import { parseCurrency } from '../channels/custom-template.ts'
import type { ChannelProduct, Problem, ProductGroup, ProductGroupIds } from './channel-product.ts'
import { listSetAxes } from '../variants/axes.ts'
import { inAxisOrder } from '../variants/choose-axes.ts'
import { type Conversion, convertValue } from './convert-value.ts'
import { names } from '../channels/templates/attribute-names.ts'
import type { ValueKind } from '../channels/templates/template.ts'

type Attributes = EntityResource['attributes']

const maxKnownImages = 50_000

class ChannelCategories {
  readonly #db: ReadableDb
  readonly #called: Readonly<Record<string, string>>
  readonly #ofShop: ReadonlyMap<string, string>
  readonly #rows = new Map<number, EntityRow>()
  readonly #lines = new Map<string, readonly EntityRow[]>()

  constructor(db: ReadableDb, { categories = {}, learned }: ChannelSettings) {
    this.#db = db
    this.#called = categories
    this.#ofShop = new Map(learned?.categories.map((path) => [foldPath(path), path]))
  }

  /** The labels of a category from the top down: `Home > Kitchen > Salt`. */
  pathOf(stub: ReferenceStub): string {
    const line = this.#lineOf(stub)
    const labels = line.length === 0 ? [stub.label ?? ''] : line.map(({ label }) => label ?? '')
    return labels.filter((text) => text !== '').join(' > ')
  }

  /**
   * The channel's name for a category: as mapped, as the shop's own file has it, or that of its nearest
   * mapped ancestor.
   */
  calledOf(stub: ReferenceStub): string | undefined {
    const own = this.#called[stub.id] ?? this.#ofShop.get(foldPath(this.pathOf(stub)))
    if (own !== undefined) return own
    const nearest = this.#lineOf(stub).findLast(({ uuid }) => Object.hasOwn(this.#called, uuid))
    return nearest && this.#called[nearest.uuid]
  }

  #lineOf({ id }: ReferenceStub): readonly EntityRow[] {
    const known = this.#lines.get(id)
    if (known) return known
    const line: EntityRow[] = []
    for (let at = listIdsByUuid(this.#db, 'category', [id])[0] ?? null; at !== null;) {
      const row = this.#row(at)
      if (!row) break
      line.unshift(row)
      at = row.parent
    }
    this.#lines.set(id, line)
    return line
  }

  #row(id: number): EntityRow | undefined {
    const row = this.#rows.get(id) ?? listEntityRows(this.#db, [id])[0]
    if (row) this.#rows.set(id, row)
    return row
  }
}

function foldPath(path: string): string {
  return foldText(path.replaceAll(/\s*>\s*/g, ' > '))
}

export class ProductReader {
  readonly #db: ReadableDb
  readonly #channel: WorkspaceChannel
  readonly #currency: string | undefined
  readonly #images = new Map<string, string>()
  readonly #alts = new Map<string, string>()
  /** Addresses of pictures that may not be shown by the channel, and why. */
  readonly #refused = new Map<string, RightsReason>()
  /** The steps of images that were changed, by the hashes of their files. */
  readonly #steps = new Map<string, readonly EditStep[]>()
  readonly #showing: Showing
  readonly #categories: ChannelCategories
  readonly pictureAddress: string | undefined
  readonly #computed: readonly MappedField[]
  readonly #plans: readonly ValuePlan[]
  readonly #leads: ReadonlyMap<MappedField, string>
  /** The attribute that names the currency of a product's prices. */
  readonly #currencyKey: string | undefined

  constructor(db: ReadableDb, channel: WorkspaceChannel, currency: string | undefined) {
    this.#db = db
    this.#channel = channel
    this.#currency = currency
    this.#categories = new ChannelCategories(db, channel.settings)
    this.#showing = showingOf(channel)
    this.pictureAddress = withSlash(channel.settings.picture_address)
    this.#computed = channel.fields.filter(({ formula }) => formula !== undefined)
    this.#plans = this.#computed.flatMap(({ attribute }) => (attribute ? [getValuePlan(db, attribute)] : []))
    const attributeFor = fieldMapper(mappableAttributes(db), channel.template.key)
    this.#currencyKey = attributesOf(db, 'product').list.find(
      ({ key, name }) => semanticTypeOf(key) === 'currency' || semanticTypeOf(name) === 'currency',
    )?.key
    this.#leads = new Map(
      channel.fields.flatMap((field) => {
        const lead = field.lead && attributeFor({ ...field, from: field.lead })
        return lead ? [[field, lead.key]] : []
      }),
    )
  }

  get leadKeys(): string[] {
    return [...this.#leads.values()]
  }

  /** The changes of the picture of a hash; of images with the same file those of the first one count. */
  stepsOf(hash: string): readonly EditStep[] {
    return this.#steps.get(hash) ?? []
  }

  read(ids: readonly number[]): Map<number, ChannelProduct> {
    const rows = listEntityRows(this.#db, ids)
    const entities = entitiesJson(this.#db, rows).map(parseJson)
    this.#learnImages(entities)
    const computed = readEffective(this.#db, this.#plans, ids)
    return new Map(
      entities.map((entity, index) => {
        const id = rows[index]?.id ?? 0
        return [id, this.#toProduct(entity, computed.get(id) ?? [])]
      }),
    )
  }

  #toProduct({ id, label, attributes }: EntityResource, computed: readonly EffectiveValue[]): ChannelProduct {
    const values = new Map<string, readonly string[]>()
    const problems: Problem[] = []
    const cuts: TruncatedField[] = []
    const ownCurrency = this.#currencyOf(attributes)
    for (const field of this.#channel.fields) {
      const kind = this.#channel.template.kinds[field.target] ?? 'text'
      const raw =
        field.formula === undefined
          ? this.#rawOf(field, attributes, kind)
          : toTexts(computed[this.#computed.indexOf(field)] ?? null)
      const allowed = raw.filter((text) => !this.#refused.has(text))
      const { texts, unsound, cut } = convertValue(allowed, this.#conversionOf(field, kind, ownCurrency))
      const isPart = texts.length > 0
      if (isPart) values.set(field.target, texts)
      const faults = [...unsound, ...toRefused(raw, this.#refused)]
      problems.push(...faults.map((fault) => ({ field, ...fault, isPart })))
      if (kind === 'taxonomy' && !isPart) problems.push(...toUncalled(field, attributes))
      cuts.push({ field, texts: cut })
    }
    problems.push(...cuts.flatMap((cut) => toProblem(cut, values)))
    const texts = new Map(Object.keys(attributes).map((key) => [key, this.#textsOf(attributes, key)]))
    return { id, label, values, problems, texts, altOf: (address) => this.#alts.get(address) }
  }

  #rawOf(field: MappedField, attributes: Attributes, kind: ValueKind): readonly string[] {
    const { attribute, fixed } = field
    if (fixed !== undefined) return [fixed]
    if (!attribute || !Object.hasOwn(attributes, attribute.key)) {
      const lead = this.#leads.get(field)
      return lead === undefined ? [] : this.#textsOf(attributes, lead, kind)
    }
    const keys = [this.#leads.get(field) ?? attribute.key, attribute.key]
    return [...new Set(keys)].flatMap((key) => this.#textsOf(attributes, key, kind))
  }

  #currencyOf(attributes: Attributes): string | undefined {
    if (this.#currencyKey === undefined) return undefined
    return parseCurrency(this.#textsOf(attributes, this.#currencyKey)[0])
  }

  #conversionOf(field: MappedField, kind: ValueKind, ownCurrency: string | undefined): Conversion {
    const unit = unitOfConstraints(field.attribute?.extras.constraints ?? {})
    const currency = parseCurrency(unit) ?? this.#currency ?? ownCurrency ?? this.#channel.settings.currency
    const nameLinked = (value: string) => nameLinkedFile(this.#db, value)
    return { field, kind, unit, currency, pictureAddress: this.pictureAddress, nameLinked }
  }

  #textsOf(attributes: Attributes, key: string, kind: ValueKind = 'text'): string[] {
    const value = Object.hasOwn(attributes, key) ? attributes[key] : undefined
    const list = Array.isArray(value) ? value : [value ?? []].flat()
    return list.flatMap((one) => {
      if (typeof one !== 'object') return [String(one)]
      const text = this.#nameOf(one, kind)
      return text === null ? [] : [text]
    })
  }

  #nameOf(stub: ReferenceStub, kind: ValueKind): string | null {
    if (stub.type === 'category') return this.#categoryName(stub, kind)
    const isPicture = kind === 'image' || kind === 'images'
    return (isPicture ? this.#images.get(stub.id) : undefined) ?? stub.label
  }

  #categoryName(stub: ReferenceStub, kind: ValueKind): string | null {
    if (kind === 'taxonomy') return this.#categories.calledOf(stub) ?? null
    if (kind === 'path') return this.#categories.pathOf(stub)
    // A comma inside one of several paths does not end it.
    if (kind === 'paths') return this.#categories.pathOf(stub).replaceAll(',', String.raw`\,`)
    return stub.label
  }

  #learnImages(entities: readonly EntityResource[]): void {
    if (this.#images.size > maxKnownImages) {
      this.#images.clear()
      this.#alts.clear()
      this.#refused.clear()
      this.#steps.clear()
    }
    const stubs = entities.flatMap(({ attributes }) => Object.values(attributes).flat())
    const unknown = stubs.filter(isImage).map(({ id }) => id)
    const ids = listIdsByUuid(
      this.#db,
      'image',
      [...new Set(unknown)].filter((id) => !this.#images.has(id)),
    )
    const { list, byKey } = attributesOf(this.#db, 'image')
    const keys = list
      .filter(({ dataType, traits }) => traits.media === 'image' || dataType === 'url')
      .map(({ key }) => key)
    const alts: string[] = names.imageAlt.filter((key) => byKey.has(key))
    const rights = rightsAttributes.map(({ key }) => key).filter((key) => byKey.has(key))
    const read = new Set([...keys, ...alts, ...rights, ...(byKey.has(editStepsKey) ? [editStepsKey] : [])])
    for (const json of entitiesJson(this.#db, listEntityRows(this.#db, ids), read)) {
      const { id, attributes } = parseJson(json)
      const addresses = keys.flatMap((key) => this.#textsOf(attributes, key))
      const address = addresses.find((text) => /^https?:/.test(text)) ?? addresses[0]
      if (address === undefined) continue
      this.#images.set(id, address)
      this.#learnSteps(address, attributes)
      const said = Object.fromEntries(rights.map((key) => [key, this.#textsOf(attributes, key).join(', ')]))
      const reason = refusedBy(said, this.#showing)
      if (reason !== undefined) this.#refused.set(address, reason)
      const [alt] = alts.flatMap((key) => this.#textsOf(attributes, key))
      if (alt !== undefined) this.#alts.set(address, alt)
    }
  }

  #learnSteps(address: string, attributes: Attributes): void {
    const steps = Object.hasOwn(attributes, editStepsKey) ? parseEditSteps(attributes[editStepsKey]) : []
    const name = nameLinkedFile(this.#db, address) ?? address.replace(/^files\//, '')
    const hash = name.slice(0, name.indexOf('.'))
    if (steps && steps.length > 0 && !this.#steps.has(hash)) this.#steps.set(hash, steps)
  }
}

function toTexts(value: EffectiveValue): readonly string[] {
  return value === null || isLinks(value) ? [] : [String(value)]
}

function showingOf({ template, name, settings: { countries } }: WorkspaceChannel): Showing {
  return { day: toDay(), channel: [template.key, name], countries: splitList(countries ?? '') }
}

function toRefused(
  raw: readonly string[],
  refused: ReadonlyMap<string, RightsReason>,
): Pick<Problem, 'issue' | 'remedy' | 'reason' | 'value'>[] {
  return raw.flatMap((value) => {
    const reason = refused.get(value)
    if (reason === undefined) return []
    return [{ issue: message(`listing.${reason}`), remedy: message('listing.extend_rights'), reason, value }]
  })
}

function toUncalled(field: MappedField, attributes: Attributes): Problem[] {
  const [category] = [attributes[field.attribute?.key ?? ''] ?? []].flat()
  if (typeof category !== 'object') return []
  const issue = message('listing.category_not_mapped')
  const remedy = message('listing.map_category')
  return [{ field, issue, remedy, value: category.label ?? category.id, isPart: false }]
}

function withSlash(address: string | undefined): string | undefined {
  return address === undefined || /(^|\/)$/.test(address) ? address : `${address}/`
}

interface TruncatedField {
  readonly field: MappedField
  readonly texts: readonly string[]
}

function toProblem({ field, texts }: TruncatedField, values: ChannelProduct['values']): Problem[] {
  const written = new Set([...values.values()].flat())
  const lost = texts.filter((text) => !written.has(text))
  if (lost.length === 0) return []
  const issue = message('listing.too_many_values', { count: field.maxValues ?? 1 })
  return [{ field, issue, value: lost.join(', '), isPart: true }]
}

function isImage(value: AttributeValue): value is ReferenceStub {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'image'
}

/** The products of groups with their variants in the order of their axes. */
export function readGroups(
  db: ReadableDb,
  reader: ProductReader,
  groups: readonly ProductGroupIds[],
): ProductGroup[] {
  const axes = listSetAxes(
    db,
    groups.map(({ root }) => root),
  )
  const products = reader.read([...new Set(groups.flatMap(({ root, items }) => [root, ...items]))])
  return groups.flatMap(({ root, items }) => {
    const rootProduct = products.get(root)
    if (!rootProduct) return []
    const own = axes.get(root) ?? []
    const found = inAxisOrder(
      items.flatMap((id) => products.get(id) ?? []),
      own,
    )
    return [{ root: rootProduct, items: found, hasVariants: !items.includes(root), axes: own }]
  })
}
