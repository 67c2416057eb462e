import { type ChannelKey, channelKeys, type ChannelSettings } from '#shared/channels.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { listChannelStates } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { channelCatalog } from './channel-catalog.ts'
import { fieldMapper } from './map-fields.ts'
import type { ChannelTemplate, TemplateField } from './templates/template.ts'

/** A channel as this workspace has it. */
export interface WorkspaceChannel {
  readonly template: ChannelTemplate
  readonly enabled: boolean
  readonly settings: ChannelSettings
  readonly fields: readonly MappedField[]
}

/** A field with the attribute that fills it, by its key or name where nobody has decided; undefined where none does. */
export interface MappedField extends TemplateField {
  readonly attribute: Attribute | undefined
  /** The owner or an earlier enabling has said what fills it, and that still exists. */
  readonly isDecided: boolean
  /** What every product has in it, whatever its attributes say. */
  readonly fixed?: string
}

/** Every channel of the catalog, enabled or not, in the order of the catalog. */
export function listWorkspaceChannels(db: ReadableDb): WorkspaceChannel[] {
  const states = listChannelStates(db)
  const attributes = mappableAttributes(db)
  const byUuid = new Map(attributes.map((attribute) => [attribute.uuid, attribute]))
  return channelKeys.map((key) => {
    const template = channelCatalog[key]
    const { enabled = false, decided, settings = {} } = states.get(key) ?? {}
    const attributeFor = enabled ? fieldMapper(attributes, key) : () => undefined
    const fields = template.fields.map((field): MappedField => {
      const chosen = decided?.get(field.target)
      const known = typeof chosen === 'string' ? byUuid.get(chosen) : undefined
      const isDecided = chosen === null || known !== undefined
      const fixed = settings.values?.[field.target]
      if (fixed !== undefined) return { ...field, attribute: undefined, isDecided: true, fixed }
      return { ...field, attribute: isDecided ? known : attributeFor(field), isDecided }
    })
    return { template, enabled, settings, fields }
  })
}

/** One channel of the catalog, enabled or not. */
export function workspaceChannel(db: ReadableDb, key: ChannelKey): WorkspaceChannel {
  return listWorkspaceChannels(db)[channelKeys.indexOf(key)] as WorkspaceChannel
}

/** The product attributes that can fill a field: all but inverse references, which products do not hold. */
export function mappableAttributes(db: ReadableDb): Attribute[] {
  return attributesOf(db, 'product').list.filter(({ traits }) => traits.shape !== 'inverse')
}
