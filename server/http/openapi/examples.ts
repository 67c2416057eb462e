/** Things that the examples of several operations show. */

export const exampleId = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e10'
export const exampleJobId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0d'

export const examplePagination = {
  total: 1,
  limit: 50,
  offset: 0,
  has_more: false,
  next_cursor: 'eyJhZnRlciI6MX0',
}

export const exampleJob = {
  id: exampleJobId,
  name: 'import_products',
  status: 'running',
  progress: { current: 250, total: 1000, percent: 25 },
  created_at: '2026-01-05T10:00:00.000Z',
  started_at: '2026-01-05T10:00:00.200Z',
  completed_at: null,
  result: null,
  metadata: { workflow: 'import', via: 'api' },
}

export const exampleProduct = {
  id: exampleId,
  type: 'product',
  label: 'CH-100',
  parent_id: null,
  created_at: '2026-01-05T10:00:00.000Z',
  updated_at: '2026-01-05T10:00:00.000Z',
  attributes: { sku: 'CH-100', product_name: 'Oak chair', price: 129 },
}

export const exampleHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
