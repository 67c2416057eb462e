type Values = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string | undefined>>

const refusedFilters: Readonly<Record<string, string>> = {
  'filter not_a_defined_attribute': 'filter[nope]=1',
  'filter unknown_operator': 'filter[name][between]=1',
  'filter invalid_value': 'q=x',
  'filter too_many_values': `filter[name][in]=${'a,'.repeat(201)}`,
}

const asked = { type: 'product', attribute: 'name', method: 'fingerprint' }

const refusedQueries: Readonly<Record<string, Query>> = {
  'limit out_of_range': { limit: '0' },
  'type required': { type: undefined },
  'attribute required': { attribute: undefined },
  'attribute not_a_text_attribute': { attribute: 'number' },
  'method required': { method: undefined },
  'method no_provider': { method: 'embedding' },
}

export function refusedSimilarValues(place: string, code: string): Record<string, string> {
  const name = `${place} ${code}`
  const filter = refusedFilters[name]
  const own = filter === undefined ? (refusedQueries[name] ?? { [place]: 'x' }) : { filter }
  return Object.fromEntries(
    Object.entries({ ...asked, ...own }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  )
}

const group = { values: ['a'], to: 'b' }
const merge = { type: 'product', attribute: 'name', groups: [group] }
const toCode = (to: string) => ({ attribute: 'code', groups: [{ ...group, to }] })

const refusedBodies: Readonly<Record<string, Values>> = {
  'attribute not_a_text_attribute': { attribute: 'number' },
  'attribute invalid_value': { attribute: 'serial' },
  'groups expected_values': { groups: [] },
  'groups too_many_values': {
    groups: [{ values: Array.from({ length: 10_001 }, (_, n) => `${n}`), to: 'b' }],
  },
  'groups[<n>].values expected_values': { groups: [{ values: [], to: 'b' }] },
  'groups[<n>].values[<n>] invalid_value': { groups: [{ values: ['a', 'a'], to: 'b' }] },
  'groups[<n>].to required': { groups: [{ values: ['a'], to: '' }] },
  'groups[<n>].to invalid_value': { groups: [group, { values: ['b'], to: 'c' }] },
  'groups[<n>].to not_an_acceptable_value': { attribute: 'choice' },
  'groups[<n>].to too_long': toCode('AAAAAA'),
  'groups[<n>].to too_short': toCode('A'),
  'groups[<n>].to pattern_mismatch': toCode('aaa'),
}

export function refusedMerge(place: string, code: string): Values {
  const name = `${place} ${code}`
  const filter = refusedFilters[name]
  return { ...merge, ...(filter === undefined ? (refusedBodies[name] ?? { [place]: 'x' }) : { filter }) }
}
