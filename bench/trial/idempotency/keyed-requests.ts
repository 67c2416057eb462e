/** The writes that the trial repeats: how each is sent, and how often it was done. */
import { askOwner, type Owner } from '../generation/generation-folder.ts'

export interface Trial {
  readonly baseUrl: string
  readonly key: string
  readonly owner: Owner
}

export interface KeyedRequest {
  readonly path: string
  readonly body: object | FormData
}

export interface KeyedKind {
  readonly name: string
  /** The name of the job that does it; there is one more of these afterwards. */
  readonly job?: string
  /** Makes the things that the request needs; `mark` names those of this kill. */
  prepare?(trial: Trial, mark: string): Promise<void>
  request(mark: string): KeyedRequest
  /** How often it was done, once every job of it has ended: 1 where all is right. */
  countDone(trial: Trial, mark: string, answer: string): Promise<number>
}

interface Page {
  readonly data: readonly { readonly attributes: Readonly<Record<string, unknown>> }[]
  readonly pagination: { readonly total: number }
}

const [productsOfEdit, rowsOfImport] = [40, 60]

async function get<Body>({ baseUrl, key }: Trial, path: string): Promise<Body> {
  const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Body
}

const list = (trial: Trial, mark: string) => get<Page>(trial, `/products?limit=200&filter[mark]=${mark}`)

/** Waits for the job that an answer names. */
async function endOf(trial: Trial, answer: string): Promise<void> {
  const { id } = (JSON.parse(answer) as { data: { id: string } }).data
  for (;;) {
    const { data } = await get<{ data: { status: string } }>(trial, `/jobs/${id}?wait=30`)
    if (data.status === 'completed') return
    if (data.status === 'failed' || data.status === 'cancelled')
      throw new Error(`The job ${id} is ${data.status}: ${JSON.stringify(data)}`)
  }
}

/** The share of what one doing of it makes; anything between whole numbers is something half-done. */
const share = (made: number, ofOne: number): number => made / ofOne

export const keyedKinds: readonly KeyedKind[] = [
  {
    name: 'create',
    request: (mark) => ({ path: '/products', body: { attributes: { sku: `${mark}-1`, mark } } }),
    countDone: async (trial, mark) => (await list(trial, mark)).pagination.total,
  },
  {
    name: 'bulk edit',
    job: 'bulk_edit',
    prepare: async ({ owner }, mark) => {
      const items = Array.from({ length: productsOfEdit }, (_, index) => ({
        attributes: { sku: `${mark}-${index}`, mark, count: 0 },
      }))
      await askOwner(owner, '/api/v1/products/batch', { items })
    },
    request: (mark) => ({
      path: '/bulk-edits',
      body: { type: 'product', filter: { mark }, set: { count: { add: 1 } } },
    }),
    countDone: async (trial, mark, answer) => {
      await endOf(trial, answer)
      const { data } = await list(trial, mark)
      return share(
        data.reduce((sum, { attributes }) => sum + Number(attributes['count']), 0),
        data.length,
      )
    },
  },
  {
    name: 'import',
    job: 'import',
    request: (mark) => {
      const rows = Array.from({ length: rowsOfImport }, (_, index) => `${mark}-${index},${mark}`)
      const form = new FormData()
      form.set('type', 'product')
      form.set('file', new Blob([['sku,mark', ...rows, ''].join('\n')]), 'rows.csv')
      return { path: '/imports', body: form }
    },
    countDone: async (trial, mark, answer) => {
      await endOf(trial, answer)
      return share((await list(trial, mark)).pagination.total, rowsOfImport)
    },
  },
  {
    name: 'generation',
    job: 'generation',
    prepare: async ({ owner }, mark) => {
      await askOwner(owner, '/api/v1/products', { attributes: { sku: `${mark}-1`, mark } })
    },
    request: (mark) => ({
      path: '/generations',
      body: { type: 'product', attributes: ['copy'], filter: { mark } },
    }),
    countDone: async (trial, mark, answer) => {
      await endOf(trial, answer)
      const path = `/proposals?type=product&status=open&limit=200&filter=${encodeURIComponent(`filter[mark]=${mark}`)}`
      return (await get<Page>(trial, path)).pagination.total
    },
  },
]

/** How many jobs of a name the workspace has. */
export async function countJobs(trial: Trial, name: string): Promise<number> {
  const { data } = await get<{ data: { name: string }[] }>(trial, '/jobs?limit=200')
  return data.filter((job) => job.name === name).length
}
