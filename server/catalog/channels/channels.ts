import {
  type ChannelFormat,
  channelKeys,
  type ChannelSettings,
  channelTraits,
  type ChannelKey,
} from '#shared/channels.ts'
import type { CustomChannel } from '#shared/custom-channels.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { type ChannelState, listChannelStates } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { draftFormula } from '../attributes/draft-formula.ts'
import { fieldMapper } from './map-fields.ts'
import { toTemplate } from './custom-template.ts'
import type { ChannelTemplate, TemplateField } from './templates/template.ts'
import { amazon } from './templates/amazon.ts'
import { googleMerchant } from './templates/google-merchant.ts'
import { shopify } from './templates/shopify.ts'
import { woocommerce } from './templates/woocommerce.ts'

/** A channel as this workspace has it. */
export interface WorkspaceChannel {
  readonly template: ChannelTemplate
  readonly name: string
  /** The files that it takes, the usual one first. */
  readonly formats: readonly [ChannelFormat, ...ChannelFormat[]]
  /** What the owner made; undefined for a channel that ships with Vitrine. */
  readonly own: CustomChannel | undefined
  readonly enabled: boolean
  readonly settings: ChannelSettings
  readonly fields: readonly MappedField[]
}

/** A field with the attribute that fills it, by its key or name where nobody has decided; undefined where none does. */
export interface MappedField extends TemplateField {
  /** For a formula one that is in no table. */
  readonly attribute: Attribute | undefined
  /** The owner or an earlier enabling has said what fills it, and that still exists. */
  readonly isDecided: boolean
  /** What every product has in it, whatever its attributes say. */
  readonly fixed?: string
  /** What its values are computed from. */
  readonly formula?: string
}

/** The key of the attribute of the workspace that fills a field. */
export function filledBy({ attribute, formula }: MappedField): string | null {
  return formula === undefined ? (attribute?.key ?? null) : null
}

/** The channels that ship with Vitrine, with everything they ask for. */
export const channelCatalog: Readonly<Record<ChannelKey, ChannelTemplate>> = {
  google_merchant: googleMerchant,
  shopify,
  amazon,
  woocommerce,
}

/** Every channel that ships with Vitrine, enabled or not, in the order of the catalog; then those that the owner made, by name. */
export function listWorkspaceChannels(db: ReadableDb): WorkspaceChannel[] {
  const states = listChannelStates(db)
  const attributes = mappableAttributes(db)
  const mapFields = fieldsMapper(attributes)
  const given = channelKeys.map((key): WorkspaceChannel => {
    const template = channelCatalog[key]
    const { name, formats } = channelTraits[key]
    return { template, name, formats, own: undefined, ...mapFields(template, states.get(key)) }
  })
  const owned = [...states].flatMap(([key, state]): WorkspaceChannel[] => {
    const { own } = state.settings
    if (!own) return []
    const template = toTemplate(key, own)
    const format = own.file.delimiter === '\t' ? 'tsv' : 'csv'
    return [{ template, name: own.name, formats: [format], own, ...mapFields(template, state) }]
  })
  return [...given, ...owned.sort((a, b) => a.name.localeCompare(b.name, 'en'))]
}

type MappedChannel = Pick<WorkspaceChannel, 'enabled' | 'settings' | 'fields'>

function fieldsMapper(attributes: readonly Attribute[]) {
  const byUuid = new Map(attributes.map((attribute) => [attribute.uuid, attribute]))
  // Attributes that no table has are told apart by ids that no table gives.
  let drafts = 0
  return (template: ChannelTemplate, state: ChannelState | undefined): MappedChannel => {
    const { enabled = false, decided, settings = {} } = state ?? {}
    const attributeFor = enabled ? fieldMapper(attributes, template.key) : () => undefined
    const fields = template.fields.map((field): MappedField => {
      const { target } = field
      const fixed = settings.values?.[target]
      if (fixed !== undefined) return { ...field, attribute: undefined, isDecided: true, fixed }
      const formula = settings.formulas?.[target]
      if (formula !== undefined) {
        drafts += 1
        const draft = draftFormula('product', formula)
        const attribute = { ...draft, id: -drafts, key: target, name: target }
        return { ...field, attribute, isDecided: true, formula }
      }
      const chosen = decided?.get(target)
      const known = typeof chosen === 'string' ? byUuid.get(chosen) : undefined
      const isDecided = chosen === null || known !== undefined
      return { ...field, attribute: isDecided ? known : attributeFor(field), isDecided }
    })
    return { enabled, settings, fields }
  }
}

/** One channel, enabled or not; undefined where there is none of the key. */
export function workspaceChannel(db: ReadableDb, key: string): WorkspaceChannel | undefined {
  return listWorkspaceChannels(db).find(({ template }) => template.key === key)
}

/** The product attributes that can fill a field: all but inverse references, which products do not hold. */
export function mappableAttributes(db: ReadableDb): Attribute[] {
  return attributesOf(db, 'product').list.filter(({ traits }) => traits.shape !== 'inverse')
}
