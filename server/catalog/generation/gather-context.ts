import type { AttributeConfig } from '#shared/attributes.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { type EntityRow, findEntity } from '../../store/tables/entities.ts'
import { choosePassages, type PassageQuery } from './choose-passages.ts'
import type { GenerationContext, GenerationInputs, Passage } from './generation-context.ts'
import { listLinked, sourceText } from './source-text.ts'
import { listTargetLabels } from './target-labels.ts'

/** Some 6,000 tokens. */
const passageBudget = 24_000
// Every word is looked for in every part of the sources.
const maxWords = 100
const maxInstructions = 4000

/** The inputs of a value with what is sent of its sources, and the labels that a reference is chosen by. */
export function gatherContext(
  db: ReadableDb,
  definition: AttributeConfig,
  inputs: GenerationInputs,
): GenerationContext {
  const passages = inputs.sources.length > 0 ? readPassages(db, definition, inputs) : []
  const texts = [...inputs.values.map(({ text }) => text ?? ''), ...passages.map(({ text }) => text)]
  return { ...inputs, passages, labels: listTargetLabels(db, definition, inputs.entity.id, texts) }
}

function readPassages(db: ReadableDb, definition: AttributeConfig, { entity }: GenerationInputs): Passage[] {
  const row = findEntity(db, entity.type, entity.id)
  if (!row) return []
  const texts = listLinked(db, row.id).map(({ id, uuid }) => ({
    source: uuid,
    text: sourceText(db, id),
  }))
  return choosePassages(texts, wantedOf(db, definition, row), passageBudget)
}

/** A source is searched for the entity (its label, what identifies it), for the attribute by its name, and for the words of its instructions. */
function wantedOf(db: ReadableDb, definition: AttributeConfig, row: EntityRow): PassageQuery {
  const { name, key, entity_type: type, custom_instructions: instructions } = definition
  const document = parseJson(row.attributes)
  const identifying = attributesOf(db, type).list.filter(
    ({ extras: { constraints } }) => constraints.unique ?? constraints.check,
  )
  const known = [row.label, name].map((text) => foldText(text ?? ''))
  const keys = identifying.map((attribute) => foldText(String(document[attribute.key] ?? '')))
  const texts = [...known, key, foldText((instructions ?? '').slice(0, maxInstructions))]
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  return { phrases: tellingOnes([...known, ...keys]), words: tellingOnes(words).slice(0, maxWords) }
}

/** Words of one or two letters stand everywhere. */
function tellingOnes(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length > 2)
}
