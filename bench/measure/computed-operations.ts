import { materials } from '../catalog/words.ts'
import type { BuiltCatalog } from '../catalog/build-workspace.ts'
import type { HttpClient, HttpRequest } from '../processes/http-client.ts'
import { list, type Operation, read, write } from './operation.ts'

/**
 * Makes attributes of the catalog effective: a formula, a lookup, an inherited and a rolled-up attribute. Every product shows
 * them from then on, so this comes after all other operations.
 */
export async function computeAttributes(client: HttpClient, { vendorIds }: BuiltCatalog): Promise<void> {
  const define = (body: object) => client.json({ method: 'POST', path: '/attributes', body })
  const inherit = (key: string, mode: string) =>
    client.json({
      method: 'PATCH',
      path: `/attributes/${key}?type=product`,
      body: { inheritance_mode: mode },
    })
  await define({ entity_type: 'vendor', name: 'Lead time', key: 'lead_time', data_type: 'number' })
  for (let from = 0; from < vendorIds.length; from += 100) {
    const items = vendorIds
      .slice(from, from + 100)
      .map((id, index) => ({ id, attributes: { lead_time: (from + index) % 60 } }))
    await client.json({ method: 'POST', path: '/vendors/batch', body: { items } })
  }
  const formula = '{{price}} - {{cost}}'
  await define({ entity_type: 'product', name: 'Margin', key: 'margin', data_type: 'formula', formula })
  const reference = { via: 'vendor', attribute: 'lead_time' }
  const lookup = { name: 'Lead time', key: 'lead_time', data_type: 'reference_lookup', reference }
  await define({ entity_type: 'product', ...lookup })
  await inherit('material', 'inherit_from_parent')
  await inherit('stock', 'rollup_from_children')
}

const filterVariations = 300

/** Filters and sorts over 100,000 products whose values are computed on request. */
export function computedOperations(): Operation[] {
  return [
    filter('formula', 'a formula', (turn) => ({ 'filter[margin][gt]': 400 + turn })),
    sort('formula', 'a formula', '-margin'),
    filter('lookup', 'a lookup', (turn) => ({
      'filter[lead_time][gte]': turn % 60,
      offset: Math.floor(turn / 60),
    })),
    sort('lookup', 'a lookup', 'lead_time'),
    filter('inherited', 'an inherited value', (turn) => ({
      'filter[material]': materials[turn % materials.length] as string,
      offset: Math.floor(turn / materials.length),
    })),
    sort('inherited', 'an inherited value', 'material'),
    filter('rolled_up', 'a rolled-up value', (turn) => ({ 'filter[stock][gte]': 100 + turn })),
    sort('rolled_up', 'a rolled-up value', '-stock'),
    alone(write('computed_change_formula', 'Change a formula', 1, changeFormula)),
  ]
}

function changeFormula(turn: number): HttpRequest {
  const formula = `{{price}} - {{cost}} * ${1 + (turn % 1000) / 1000}`
  return { method: 'PATCH', path: '/attributes/margin?type=product', body: { formula } }
}

type Query = Parameters<typeof list>[0]

function filter(name: string, what: string, query: (turn: number) => Query): Operation {
  return alone(
    read(`computed_filter_${name}`, `Filter on ${what}`, 50, (turn) => list(query(turn)), filterVariations),
  )
}

function sort(name: string, what: string, key: string): Operation {
  return alone(
    read(`computed_sort_${name}`, `Sort by ${what}`, 50, (turn) => list({ sort: key, offset: turn })),
  )
}

/** The floor has nothing to compute. */
function alone(operation: Operation): Operation {
  return { ...operation, hasFloor: false }
}
