import { parseUuid } from '#shared/entities.ts'
import type { EditStep } from '#shared/renditions.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { editStepsKey, parseEditSteps } from '../attributes/edit-steps.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import type { Faults } from '../errors.ts'

/** The steps of an image; notes `invalid_value` on `image` where there is no image of that id. */
export function readEditSteps(db: ReadableDb, id: string, faults: Faults): readonly EditStep[] {
  const uuid = parseUuid(id)
  const row = uuid && findEntity(db, 'image', uuid)
  if (!row) return faults.add('image', 'invalid_value') ?? []
  // A value that was written before the attribute had its rules may hold anything.
  return parseEditSteps(readValue(readStored(row).document, editStepsKey)) ?? []
}
