import type { FieldReason, MappingProposal } from '#shared/schemas/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { sampleValues } from '../../store/computed/sample-values.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { Faults } from '../errors.ts'
import { fieldMapper, mappableAttributes } from './channels.ts'
import { type ChannelRequest, findChannel } from './read-channels.ts'
import { keysOfType } from './templates/attribute-names.ts'
import type { TemplateField } from './templates/template.ts'

/**
 * The attributes that would fill the fields of a channel on which nobody has decided, each with its reason and
 * three of its values: 200, whether the channel is enabled or not (work-surfaces.1.3).
 */
export function proposeMapping(db: ReadableDb, { key, faults }: ChannelRequest): Answer {
  const { fields } = findChannel(db, key)
  new Faults(faults).throwIfAny()
  const attributeFor = fieldMapper(mappableAttributes(db), key)
  const proposals = fields.flatMap((field): MappingProposal[] => {
    const attribute = field.isDecided ? undefined : attributeFor(field)
    if (!attribute) return []
    return [
      {
        target: field.target,
        requirement: field.requirement === 'conditional' ? 'required' : field.requirement,
        attribute: attribute.key,
        name: attribute.name,
        reason: reasonOf(field, attribute),
        values: shownValues(db, attribute),
      },
    ]
  })
  return dataAnswer(200, JSON.stringify(proposals))
}

function reasonOf({ from, ofCategories }: TemplateField, attribute: Attribute): FieldReason {
  const { semantic_type: type } = attribute.extras
  if (type && (keysOfType[type] ?? [type]).some((key) => from.includes(key))) return 'semantic_type'
  if (from.includes(attribute.key)) return 'key'
  if (from.includes(toAttributeKey(attribute.name))) return 'name'
  return ofCategories ? 'categories' : 'words'
}

const maxShown = 60

function shownValues(db: ReadableDb, attribute: Attribute): string[] {
  // A stored file is named by its digest, which tells nobody anything.
  const named = sampleValues(db, attribute, 20).filter((value) => !value.startsWith('files/'))
  const texts = named.map((value) =>
    value
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  return [...new Set(texts)]
    .slice(0, 3)
    .map((text) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text))
}
