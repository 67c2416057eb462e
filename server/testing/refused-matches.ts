type Values = Readonly<Record<string, unknown>>

const byName = { by: 'key', attribute: 'name' }
const unknownHash = 'f'.repeat(64)

const match = {
  files: [{ hash: unknownHash, name: 'a.png' }],
  rules: [byName],
  attribute: 'by_image',
}

const refusedBodies: Readonly<Record<string, Values>> = {
  'files required': { files: undefined },
  'files invalid_value': { files: { match: 'gone' } },
  'files expected_values': { files: [] },
  'files too_many_values': { files: Array.from({ length: 10_001 }, () => ({ hash: '', name: 'a' })) },
  'files[<n>].name required': { files: [{ hash: unknownHash, name: ' ' }] },
  'rules required': { rules: undefined },
  'rules expected_values': { rules: [] },
  'rules too_many_values': { rules: Array.from({ length: 21 }, () => byName) },
  'rules[<n>].by invalid_value': { rules: [{ by: 'luck' }] },
  'rules[<n>].attribute not_a_defined_attribute': { rules: [{ by: 'key', attribute: 'nope' }] },
  'rules[<n>].attribute not_a_text_attribute': { rules: [{ by: 'key', attribute: 'number' }] },
  'rules[<n>].pattern required': { rules: [{ by: 'pattern', attribute: 'name' }] },
  'rules[<n>].pattern invalid_value': { rules: [{ ...byName, pattern: 'x' }] },
  'rules[<n>].csv required': { rules: [{ by: 'column', attribute: 'name' }] },
  'rules[<n>].field invalid_value': { rules: [{ by: 'iptc', attribute: 'name', field: 'x' }] },
  'attribute required': { attribute: undefined },
  'attribute not_a_reference_attribute': { attribute: 'number' },
  'files[<n>].hash invalid_value': {},
}

/** The body of a match that is refused at a place with a code. */
export function refusedMatch(place: string, code: string): Values {
  return { ...match, ...(refusedBodies[`${place} ${code}`] ?? { [place]: 'x' }) }
}

const noSuch = '00000000-0000-7000-8000-000000000000'
const correct = (correction: Values) => ({
  accept: 'all',
  corrections: [{ index: 0, entity_id: null, ...correction }],
})

const refusedApplications: Readonly<Record<string, Values>> = {
  'accept required': {},
  'accept[<n>] invalid_value': { accept: [9] },
  'corrections[<n>].index invalid_value': correct({ index: 9 }),
  'corrections[<n>].entity_id expected_uuid': correct({ entity_id: 'x' }),
  'corrections[<n>].entity_id referenced_entity_not_found': correct({ entity_id: noSuch }),
}

/** The body of an application of a plan that is refused at a place with a code. */
export function refusedApplication(place: string, code: string): Values {
  return refusedApplications[`${place} ${code}`] ?? { [place]: 'x' }
}
