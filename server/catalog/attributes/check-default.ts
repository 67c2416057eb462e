import { type AttributeCreate, dataTypeTraits, type DataType } from '#shared/attributes.ts'
import { optionsOf } from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { brokenConstraints } from './data-types/constraints.ts'
import { parseValue } from './data-types/data-types.ts'
import type { Scalar } from './data-types/scalar-rules.ts'
import { isDataType, isEntityType } from './known-types.ts'

/** Notes why a default is not a value that the attribute itself would accept: by its type, its options or its constraints. */
export function checkDefault(body: AttributeCreate, faults: Faults): void {
  const { data_type: type, default_value: value } = body
  if (value === undefined || value === null || value === '' || !isDataType(type)) return
  if (faults.isNoted('default_value') || faults.isNoted('acceptable_values')) return
  const { shape, writable } = dataTypeTraits[type]
  if (shape === 'scalar') checkScalar(type, value, body, faults)
  else if (writable)
    faults.explain('default_value', 'invalid_value', 'A reference has no default. Leave it out.')
  else faults.add('default_value', 'read_only_attribute')
}

function checkScalar(type: DataType, value: Scalar, body: AttributeCreate, faults: Faults): void {
  const { acceptable_values: values, constraints = {}, entity_type: entityType } = body
  const attribute = { dataType: type, options: optionsOf(type, values), extras: { constraints } }
  const parsed = parseValue(readDefault(type, value), attribute)
  if ('issue' in parsed) return faults.addAll('default_value', [parsed])
  if (parsed.value === null || faults.isNoted('constraints') || !isEntityType(entityType)) return
  const traits = dataTypeTraits[type]
  faults.addAll(
    'default_value',
    brokenConstraints(parsed.value, { traits, entityType, extras: { constraints } }),
  )
}

/** A definition keeps its default as text, so that "true" stands for a checked box. */
export function readDefault(type: DataType, value: Scalar): Scalar {
  const isBoolean = dataTypeTraits[type].family === 'boolean' && (value === 'true' || value === 'false')
  return isBoolean ? value === 'true' : value
}
