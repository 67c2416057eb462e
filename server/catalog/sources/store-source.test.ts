import { expect, test } from 'vitest'
import { getJobInput, insertJob, readCheckpoint } from '../../store/tables/jobs.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { trashEntities } from '../trash/trash-entities.ts'
import { checkSource } from './check-source.ts'
import type { SourceRequest } from './source-request.ts'
import { storeSource } from './store-source.ts'

const jobId = '018f0000-0000-7000-8000-000000000001'

function queue(catalog: ScratchCatalog, body: object): void {
  catalog.write((tx) => {
    const request = {
      body: { text: 'Oak', ...body },
      mayWriteProducts: true,
      faults: [],
      context: testContext,
    }
    insertJob(tx, { uuid: jobId, name: 'source_ingest', input: checkSource(tx, request), metadata: {} })
    tx.run("UPDATE job SET status = 'running'")
  })
}

const scrape = {
  jobId,
  url: null,
  format: 'text',
  title: null,
  text: 'Oak',
  tables: [],
  products: [],
  notes: [],
}

const store = (catalog: ScratchCatalog) =>
  catalog.write((tx) => storeSource(tx, { ...scrape, request: getJobInput(tx, jobId) as SourceRequest }))

test('a job that is resumed after its source was stored finds it, and stores no second one', () => {
  using catalog = new ScratchCatalog()
  queue(catalog, {})
  const first = store(catalog)
  expect(catalog.read((db) => readCheckpoint(db, jobId))).toEqual({ version: 1, stored: first })
  expect(store(catalog)).toEqual(first)
  expect(catalog.list('source').pagination.total).toBe(1)
  expect(catalog.events()).toMatchObject([{ event: 'entity.created', via: 'source', job_id: jobId }])
})

test('products that went away meanwhile are told', () => {
  using catalog = new ScratchCatalog()
  const reference = { type: 'product' as const }
  catalog.define('source', 'Products', { data_type: 'entity_list_reference', reference })
  const [first, second] = [catalog.create('product'), catalog.create('product')]
  queue(catalog, { product_ids: [first.id, second.id] })
  const body = { type: 'product', ids: [second.id] }
  catalog.write((tx) => trashEntities(tx, { body, faults: [], context: testContext }))
  const { linked_product_ids: linked, notes } = store(catalog)
  expect(linked).toEqual([first.id])
  expect(notes).toContainEqual(expect.stringContaining('1 of 2 products'))
})

test('what was sent for an attribute stands, whatever else would fill it', () => {
  using catalog = new ScratchCatalog()
  catalog.define('source', 'Title', { is_primary: true })
  catalog.define('source', 'Content', { data_type: 'multi_line_text_field' })
  queue(catalog, { name: 'Name', attributes: { title: 'Sent', content: 'Mine' } })
  expect(store(catalog).content_attribute).toBeNull()
  expect(catalog.list('source').data).toMatchObject([{ attributes: { title: 'Sent', content: 'Mine' } }])
})

test('a required text is awaited from the job, not from the request', () => {
  using catalog = new ScratchCatalog()
  catalog.define('source', 'Text', { data_type: 'multi_line_text_field', constraints: { required: true } })
  queue(catalog, {})
  expect(store(catalog).content_attribute).toBe('text')
})
