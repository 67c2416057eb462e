import type { TestResponse } from '../testing/http-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const product = { entity_type: 'product' }
const options = { acceptable_values: 'Red, Blue, Green' }

const attributes: readonly object[] = [
  { ...text, ...product, name: 'SKU', is_primary: true },
  { ...text, ...product, name: 'Name' },
  { ...text, ...product, name: 'Code', constraints: { unique: true } },
  { ...product, name: 'Description', data_type: 'multi_line_text_field' },
  { ...product, name: 'Price', data_type: 'number' },
  { ...product, name: 'Released', data_type: 'date' },
  { ...product, name: 'Active', data_type: 'boolean' },
  { ...product, name: 'Link', data_type: 'url' },
  { ...product, name: 'Specs', data_type: 'json' },
  { ...product, name: 'Color', data_type: 'single_select_list', ...options },
  { ...product, name: 'Tags', data_type: 'multi_select_list', ...options },
  { ...product, name: 'Stage', data_type: 'status', acceptable_values: 'Draft, Live' },
  { ...product, name: 'Mood', data_type: 'status' },
  { ...product, name: 'Done', data_type: 'progress' },
  { ...product, name: 'Position', data_type: 'rank' },
  { ...product, name: 'Photo', data_type: 'image' },
  { ...product, name: 'Clip', data_type: 'video' },
  { ...product, name: 'Total', data_type: 'formula' },
  { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
  { ...text, entity_type: 'vendor', name: 'City' },
  { ...product, name: 'Vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
  { ...product, name: 'Related', data_type: 'entity_list_reference', reference: { type: 'product' } },
  {
    ...product,
    name: 'Vendor city',
    data_type: 'reference_lookup',
    reference: { via: 'vendor', attribute: 'city' },
  },
  {
    entity_type: 'vendor',
    name: 'Supplies',
    data_type: 'inverse_reference',
    reference: { type: 'product', attribute: 'vendor' },
  },
]

export interface RuleServer extends TestServer {
  create(attributes: object, plural?: string, parent?: string): Promise<Entity>
  skus(query: string): Promise<string[]>
}

export interface Entity {
  readonly id: string
  readonly label: string | null
  readonly parent_id: string | null
  readonly created_at: string
  readonly updated_at: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into values of every type
  readonly attributes: Record<string, any>
}

export async function ruleServer(): Promise<RuleServer> {
  const server = await testServer({ attributes })
  const create = async (values: object, plural = 'products', parent?: string): Promise<Entity> => {
    const answer = await server.post(`/${plural}`, {
      attributes: values,
      ...(parent !== undefined && { parent_id: parent }),
    })
    if (answer.status !== 201) throw new Error(`Not created: ${answer.text}`)
    return answer.body.data
  }
  const skus = async (query: string) => {
    const answer = await server.get(`/products?${encoded(query)}`)
    if (answer.status !== 200) throw new Error(`Not listed: ${answer.text}`)
    return answer.body.data.map(({ attributes }: Entity) => attributes['sku'])
  }
  return { ...server, create, skus }
}

export function encoded(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      return `${encodeURIComponent(pair.slice(0, at))}=${encodeURIComponent(pair.slice(at + 1))}`
    })
    .join('&')
}

/** The status and the faults of a refusal, in short: `400 limit out_of_range`. */
export function describeAnswer({ status, body }: TestResponse): string {
  const faults: { field: string; issue: string }[] = body.error?.field_errors ?? []
  return [status, ...faults.map(({ field, issue }) => `${field} ${issue}`)].join(' | ')
}
