import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { type MappedField, workspaceChannel } from '../channels/channels.ts'
import { promptOf } from '../channels/field-prompts.ts'
import { findAnswerForm } from '../generation/answer-forms.ts'
import { generationOrder } from '../generation/generation-order.ts'

export interface GeneratedValue {
  readonly attribute: Attribute
  readonly definition: AttributeConfig
}

export interface AttributesToGenerate {
  readonly type: EntityType
  readonly attributes: readonly string[]
  /** The channel whose fields are written: their prompts and limits hold for attributes without a prompt. */
  readonly channel?: string
}

/** The attributes of a run in order, without those whose generation was switched off since. */
export function generatedOf(db: ReadableDb, { type, attributes: keys, channel }: AttributesToGenerate) {
  const { list, byKey } = attributesOf(db, type)
  const fields = channel === undefined ? undefined : workspaceChannel(db, channel)?.fields
  return generationOrder(list.map(toConfig), keys).flatMap((key): GeneratedValue[] => {
    const attribute = byKey.get(key)
    const definition = attribute && definitionOf(attribute, fields)
    return definition ? [{ attribute, definition }] : []
  })
}

/**
 * The definition by which values of an attribute are generated: its own, or one with the prompt that ships for
 * its meaning, which the definition itself does not take (agentic.2.3, shapes 4); undefined where there is
 * neither.
 */
export function definitionOf(
  attribute: Attribute,
  fields: readonly MappedField[] | undefined,
): AttributeConfig | undefined {
  const definition = toConfig(attribute)
  if (definition.ai_generated) return definition
  const filled = fields?.filter((field) => field.attribute?.id === attribute.id) ?? []
  const prompt = promptOf(attribute, filled)
  if (prompt === undefined || !findAnswerForm(definition.data_type)) return undefined
  return {
    ...definition,
    ai_generated: true,
    custom_instructions: prompt,
    selected_tools: ['includeProductAttributes', 'includeDataSources', 'includeImages'],
    constraints: { ...definition.constraints, ...limitOf(definition, filled) },
  }
}

function limitOf({ constraints }: AttributeConfig, fields: readonly MappedField[]): { max_length?: number } {
  const limits = [constraints.max_length, ...fields.map(({ maxLength }) => maxLength)]
  const known = limits.filter((limit) => limit !== undefined)
  return known.length > 0 ? { max_length: Math.min(...known) } : {}
}
