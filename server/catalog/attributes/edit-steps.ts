import { Check } from 'typebox/schema'
import type { EntityType } from '#shared/entities.ts'
import type { EditStep } from '#shared/renditions.ts'
import { EditSteps } from '#shared/schemas/renditions.ts'

/** The attribute of images that holds the changes of a picture, as JSON. */
export const editStepsKey = 'edit_steps'

export function holdsEditSteps({
  key,
  entityType,
}: {
  readonly key: string
  readonly entityType: EntityType
}): boolean {
  return entityType === 'image' && key === editStepsKey
}

/** The steps in a value; undefined where it does not hold steps. */
export function parseEditSteps(value: unknown): readonly EditStep[] | undefined {
  if (value === null || value === undefined || value === '') return []
  const steps = typeof value === 'string' ? parseText(value) : value
  return Check(EditSteps, steps) ? steps : undefined
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
