import { dataTypeTraits } from '#shared/attributes.ts'
import type { FieldPrompt } from '#shared/schemas/channels.ts'
import { type SemanticType, semanticTypeOf } from '#shared/semantic-types.ts'
import { shippedPrompt } from '#shared/shipped-prompts.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import type { MappedField } from './channels.ts'
import { type ChannelRequest, findChannel } from './read-channels.ts'

/**
 * The prompt that ships for an attribute, by its meaning or by the fields of a channel that it fills; undefined
 * where its values are looked up, computed or no text.
 */
export function promptOf(attribute: Attribute, filled: readonly MappedField[]): string | undefined {
  const type = attribute.extras.semantic_type ?? (filled.length > 0 ? typeByWords(attribute) : undefined)
  const isWritten = attribute.traits.writable && dataTypeTraits[attribute.dataType].media === undefined
  const prompt = type && isWritten ? shippedPrompt(type) : undefined
  return prompt && [prompt, ...partOf(attribute), language].join('\n\n')
}

const language = 'Write in the language in which most texts of the entry are written.'

const numbered = /[\s_]*(\d+)$/

function typeByWords({ key, name }: Attribute): SemanticType | undefined {
  return semanticTypeOf(key.replace(numbered, '')) ?? semanticTypeOf(name.replace(numbered, ''))
}

/** An attribute such as Bullet point 2 holds one of what the prompt asks for. */
function partOf({ key }: Attribute): string[] {
  const number = numbered.exec(key)?.[1]
  return number === undefined
    ? []
    : [`The value is number ${number} of them alone, in the order of their weight.`]
}

/** The attributes that a run for a channel can write, each once with the prompt that is used: 200 (agentic.2.3). */
export function listFieldPrompts(db: ReadableDb, { key, faults }: ChannelRequest): Answer {
  const { fields } = findChannel(db, key)
  new Faults(faults).throwIfAny()
  const groups = Map.groupBy(fields, ({ attribute }) => attribute)
  const prompts = [...groups].flatMap(([attribute, filled]): FieldPrompt[] => {
    const { ai_generated: isGenerated, custom_instructions: own } = attribute?.extras ?? {}
    const prompt = isGenerated ? own : attribute && promptOf(attribute, filled)
    return attribute && prompt ? [{ attribute: attribute.key, name: attribute.name, prompt }] : []
  })
  return dataAnswer(200, JSON.stringify(prompts))
}
