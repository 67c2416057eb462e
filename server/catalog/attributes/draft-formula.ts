import { dataTypeTraits } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { toExtras } from './definition-extras.ts'

/** The attribute that a formula would make; it is in no table, and its value can be read as that of any other. */
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
