import type { NewAssetExport } from '#shared/asset-exports.ts'
import type { FieldError } from '#shared/errors.ts'
import { isOneOf } from '#shared/text.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { Faults } from '../errors.ts'
import { checkNamePattern } from '../exports/name-pattern.ts'
import { findView, parseSelection } from '../exports/parse-export.ts'
import { type AssetExportRequest, planList } from '../exports/plan-export.ts'
import { holdsFile } from '../files/linked-files.ts'
import { findRecipeLook } from '../renditions/plan-rendition.ts'
import { refersToImages } from './held-pictures.ts'

const types = ['image', 'product'] as const

/** Reads the body of `POST /asset-exports`; throws all of its faults together. */
export function checkAssetExport(
  db: ReadableDb,
  body: Partial<NewAssetExport>,
  structural: readonly FieldError[],
): AssetExportRequest {
  const faults = new Faults(structural)
  const sent = body.type ?? 'image'
  const type = isOneOf(types, sent) ? sent : faults.add('type', 'invalid_value', types, sent)
  const view = type && findView(db, type, body.view, faults)
  const selection = parseSelection(body, type, view, faults)
  if (type) planList(db, selection, faults)
  const { attribute, recipe } = body
  if (attribute !== undefined) checkAttribute(db, attribute, faults)
  if (recipe !== undefined && !findRecipeLook(db, recipe)) faults.add('recipe', 'invalid_value')
  const pattern = checkNamePattern(db, body.pattern, faults)
  faults.throwIfAny()
  return { ...selection, format: 'zip', attribute, recipe, pattern }
}

function checkAttribute(db: ReadableDb, key: string, faults: Faults): void {
  const { byKey } = attributesOf(db, 'product')
  const attribute = byKey.get(key)
  if (!attribute) faults.addUnknown('attribute', 'not_a_defined_attribute', key, [...byKey.keys()])
  else if (!holdsFile(attribute) && !refersToImages(attribute))
    faults.add('attribute', 'not_a_reference_attribute')
}
