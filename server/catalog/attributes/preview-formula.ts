import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { FormulaPreview, FormulaPreviewRequest } from '#shared/schemas/app-surface.ts'
import { asMessage } from '#shared/messages/message.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective, isLinks } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { findFormulaFault } from './check-formula.ts'
import { dataTypeTraits } from '#shared/attributes.ts'
import { toExtras } from './define-attribute.ts'

export interface PreviewFormula {
  readonly body: FormulaPreviewRequest
  readonly faults: readonly FieldError[]
}

/** Evaluates an unsaved formula for one entity, or returns its fault with the position; nothing is stored. */
export function previewFormula(db: ReadableDb, { body, faults: structural }: PreviewFormula): Answer {
  const faults = new Faults(structural)
  const type = findEntityType(body.type)
  if (!type && !faults.hasErrorFor('type')) faults.add('type', 'invalid_value', entityTypes, body.type)
  faults.throwIfAny()
  const attribute = draftFormula(type ?? 'product', body.formula)
  const fault = findFormulaFault(db, body.formula, attribute.entityType)
  const preview: FormulaPreview = fault
    ? {
        fault: { start: fault.start, end: fault.end, ...asMessage(fault.sentence) },
        label: null,
        value: null,
      }
    : { fault: null, ...valueFor(db, attribute, body.entity_id) }
  return dataAnswer(200, JSON.stringify(preview))
}

function valueFor(
  db: ReadableDb,
  attribute: Attribute,
  uuid: string | undefined,
): Pick<FormulaPreview, 'label' | 'value'> {
  const entity = uuid === undefined ? undefined : findEntity(db, attribute.entityType, uuid)
  if (!entity) return { label: null, value: null }
  const plan = getValuePlan(db, attribute)
  const [value = null] = readEffective(db, [plan], [entity.id]).get(entity.id) ?? []
  return { label: entity.label, value: isLinks(value) ? null : value }
}

export function draftFormula(type: EntityType, formula: string): Attribute {
  return {
    id: 0,
    uuid: '',
    entityType: type,
    key: '',
    name: '',
    dataType: 'formula',
    isPrimary: false,
    position: 0,
    extras: toExtras({ data_type: 'formula', formula }),
    traits: dataTypeTraits.formula,
    options: [],
  }
}
