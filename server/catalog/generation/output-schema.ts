import type { AttributeConfig } from '#shared/attributes.ts'
import { answerFormOf } from './answer-forms.ts'
import type { TargetLabel } from './generation-context.ts'

export const maxEvidence = 12
export const maxQuote = 1000
export const maxNote = 1000

/** The labels that a reference is chosen by; what bears one that others bear too cannot be told apart and is left out. */
export function choosableLabels(targets: readonly TargetLabel[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const shared = new Set<string>()
  for (const { id, label } of targets) {
    if (ids.has(label)) shared.add(label)
    ids.set(label, id)
  }
  for (const label of shared) ids.delete(label)
  return ids
}

/**
 * The JSON schema of an answer: `{value, evidence, note}` with the value as the attribute takes it, or null where the data do
 * not state it.
 */
export function outputSchema(
  definition: AttributeConfig,
  { labels }: { readonly labels: readonly TargetLabel[] },
): object {
  const value = answerFormOf(definition).schema(definition, [...choosableLabels(labels).keys()])
  return {
    type: 'object',
    additionalProperties: false,
    required: ['value', 'evidence', 'note'],
    properties: {
      value: { anyOf: [value, { type: 'null' }] },
      evidence: { type: 'array', maxItems: maxEvidence, items: evidence },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
  }
}

const evidence = {
  type: 'object',
  additionalProperties: false,
  required: ['source', 'quote'],
  properties: { source: { type: 'string' }, quote: { type: 'string' } },
}
