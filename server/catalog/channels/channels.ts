import { type ChannelKey, channelKeys } from '#shared/channels.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { listChannelStates } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { channelCatalog } from './channel-catalog.ts'
import type { ChannelTemplate, TemplateField } from './templates/template.ts'

/** A channel as this workspace has it. */
export interface WorkspaceChannel {
  readonly template: ChannelTemplate
  readonly enabled: boolean
  readonly fields: readonly MappedField[]
}

/** A field with the attribute that fills it; undefined where none does. */
export interface MappedField extends TemplateField {
  readonly attribute: Attribute | undefined
  /** The owner or an earlier enabling has said what fills it, and that still exists. */
  readonly isDecided: boolean
}

/** Every channel of the catalog, enabled or not, in the order of the catalog. */
export function listWorkspaceChannels(db: ReadableDb): WorkspaceChannel[] {
  const states = listChannelStates(db)
  const byUuid = new Map(mappableAttributes(db).map((attribute) => [attribute.uuid, attribute]))
  return channelKeys.map((key) => {
    const template = channelCatalog[key]
    const state = states.get(key)
    const fields = template.fields.map((field): MappedField => {
      const decided = state?.decided.get(field.target)
      const attribute = typeof decided === 'string' ? byUuid.get(decided) : undefined
      return { ...field, attribute, isDecided: decided === null || attribute !== undefined }
    })
    return { template, enabled: state?.enabled ?? false, fields }
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
