import type { AttributeConfig } from '#shared/attributes.ts'
import type { FieldError } from '#shared/errors.ts'
import { toIso } from '#shared/iso-times.ts'
import type { PromptText, PromptVersion } from '#shared/schemas/proposals.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listPromptVersions, type PromptVersionRow } from '../../store/tables/prompt-versions.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { findAttribute, toConfig } from '../attributes/attribute-config.ts'
import { Faults, validationFailed } from '../errors.ts'

/** The part of a definition that people write for the model, and by which its proposals are compared. */
export function promptOf(definition: AttributeConfig): PromptText {
  const { selected_tools: tools, source_attributes: sources, vision_image_attributes: pictures } = definition
  return {
    instructions: definition.custom_instructions ?? '',
    tools: [...tools].sort(),
    source_attributes: sources,
    vision_image_attributes: pictures,
  }
}

export interface ReadPromptVersions {
  readonly key: string
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * The prompts by which values of an attribute were proposed, with how many were accepted: 200, the present one
 * first, also where nothing was proposed by it yet.
 */
export function readPromptVersions(
  db: ReadableDb,
  { key, type, faults: structural }: ReadPromptVersions,
): Answer {
  const faults = new Faults(structural)
  const attribute = findAttribute(db, key, type, faults)
  faults.throwIfAny()
  if (!attribute) throw validationFailed(faults.list)
  const definition = toConfig(attribute)
  const current = definition.ai_generated ? promptOf(definition) : undefined
  const versions = listPromptVersions(db, attribute.id).map((row) => toVersion(row, current))
  const isListed = versions.some(({ is_current: isCurrent }) => isCurrent)
  const unused = current && !isListed ? [{ ...current, ...notUsed, is_current: true }] : []
  const all: PromptVersion[] = [...unused, ...versions.toSorted(currentFirst)]
  return dataAnswer(200, JSON.stringify(all))
}

const notUsed = { created_at: null, open: 0, accepted: 0, rejected: 0 }

function toVersion(
  { prompt, created_at: at, ...counts }: PromptVersionRow,
  current?: PromptText,
): PromptVersion {
  const isCurrent = JSON.stringify(prompt) === JSON.stringify(current)
  return { ...prompt, ...counts, created_at: toIso(at), is_current: isCurrent }
}

function currentFirst(one: PromptVersion, other: PromptVersion): number {
  return Number(other.is_current) - Number(one.is_current)
}
