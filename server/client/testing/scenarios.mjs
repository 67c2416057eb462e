/** What the client does, against a real server: plain JavaScript, for each Node that the package is for. */
import assert from 'node:assert/strict'

const gather = async (entries) => {
  const all = []
  for await (const entry of entries) all.push(entry)
  return all
}

export const scenarios = {
  async 'an entity is created, read, updated and upserted'({ vitrine }) {
    const made = await vitrine.products.create({ sku: 'A-1', price: 5 })
    assert.equal(made.attributes.price, 5)
    assert.deepEqual(await vitrine.products.get(made.id), made)
    assert.deepEqual((await vitrine.products.get(made.id, { fields: ['sku'] })).attributes, { sku: 'A-1' })
    assert.equal((await vitrine.products.update(made.id, { price: null })).attributes.price, undefined)
    assert.equal((await vitrine.products.upsert('sku', { sku: 'a-1', price: 7 })).id, made.id)
    const variant = await vitrine.products.create({ sku: 'A-1-red' }, { parentId: made.id })
    assert.equal(variant.parent_id, made.id)
    const edits = []
    await vitrine.products.update(made.id, { price: 9 }, { onEdit: (edit) => edits.push(edit) })
    await vitrine.undo(edits[0])
    assert.equal((await vitrine.products.get(made.id)).attributes.price, 7)
  },

  async 'an update with an ETag does not overwrite a later change'({ vitrine, VitrineError }) {
    const { id } = await vitrine.products.create({ sku: 'T-1' })
    const { etag } = await vitrine.products.getTagged(id)
    await vitrine.products.update(id, { price: 1 }, { ifMatch: etag })
    await assert.rejects(vitrine.products.update(id, { price: 2 }, { ifMatch: etag }), (error) => {
      assert.ok(error instanceof VitrineError)
      return error.status === 412 || error.status === 409
    })
  },

  async 'any number of entities is written in batches, with a result for each in their order'({ vitrine }) {
    const items = Array.from({ length: 250 }, (_, index) => ({
      attributes: { sku: `B-${index}`, price: index },
    }))
    items[120] = { attributes: { sku: 'B-120', nope: 1 } }
    const results = await gather(vitrine.products.upsertAll('sku', items))
    assert.deepEqual(
      results.map(({ index }) => index),
      items.map((_, index) => index),
    )
    assert.equal(results[120].status, 'failed')
    assert.equal(results[120].error.field_errors[0].issue, 'not_a_defined_attribute')
    assert.equal(results.filter(({ status }) => status === 'created').length, 249)
  },

  async 'a list is read page by page, filtered, sorted and narrowed'({ vitrine }) {
    const filter = { sku: { starts_with: 'B-' } }
    const all = await gather(vitrine.products.list({ filter, sort: '-price', fields: ['price'] }))
    assert.equal(all.length, 249)
    assert.deepEqual(all[0].attributes, { price: 249 })
    assert.equal((await gather(vitrine.products.list({ filter, limit: 3 }))).length, 3)
    assert.equal(await vitrine.products.count({ filter: { ...filter, price: { gte: 10, lt: 20 } } }), 10)
    assert.equal(await vitrine.products.count({ filter: { sku: ['B-1', 'B-2'] } }), 2)
    const either = {
      or: [
        { attribute: 'sku', value: 'B-1' },
        { attribute: 'price', operator: 'eq', value: 2 },
      ],
    }
    assert.equal(await vitrine.products.count({ filter: either }), 2)
    assert.equal((await vitrine.products.find({ sku: 'B-9' })).attributes.price, 9)
    assert.equal(await vitrine.products.find({ sku: 'none' }), undefined)
  },

  async 'a refusal names the fields'({ vitrine, VitrineError }) {
    await assert.rejects(vitrine.products.create({ sku: 'X', pric: 1 }), (error) => {
      assert.ok(error instanceof VitrineError)
      assert.equal(error.code, 'validation_failed')
      assert.equal(error.fieldErrors[0].did_you_mean, 'price')
      assert.equal(error.isRetriable, false)
      return typeof error.requestId === 'string'
    })
  },

  async 'a bulk edit is waited for, and taken back'({ vitrine }) {
    const filter = { sku: ['B-1', 'B-2'] }
    const edit = { type: 'product', filter, set: { price: { percent: 100 } } }
    assert.equal((await vitrine.bulkEdit({ ...edit, dryRun: true })).result.changed, 2)
    const job = await vitrine.bulkEdit(edit)
    assert.equal(job.status, 'completed')
    assert.equal((await vitrine.products.find({ sku: 'B-2' })).attributes.price, 4)
    await vitrine.undo(job.id)
    assert.equal((await vitrine.products.find({ sku: 'B-2' })).attributes.price, 2)
  },

  async 'variants are planned, made and taken back'({ vitrine }) {
    const { id } = await vitrine.products.find({ sku: 'B-1' })
    const axes = { sku: ['B-1-S', 'B-1-M'] }
    assert.deepEqual(
      (await vitrine.planVariants(id, axes)).map(({ status }) => status),
      ['create', 'create'],
    )
    const made = await vitrine.createVariants(id, axes, { set: { price: 9 } })
    assert.equal(made.summary.created, 2)
    assert.equal(made.rows[1].data.attributes.price, 9)
    await vitrine.undo(made.edit_id)
    assert.equal(await vitrine.products.find({ sku: 'B-1-M' }), undefined)
  },

  async 'a file is imported and exported'({ vitrine }) {
    const job = await vitrine.import('sku,price\nI-1,3\nI-2,4\n', { type: 'product', mergeKey: 'sku' })
    assert.equal(job.status, 'completed')
    const filter = { sku: { starts_with: 'I-' } }
    const file = await vitrine.export({ type: 'product', format: 'csv', filter, fields: ['sku', 'price'] })
    const text = await file.text()
    assert.match(text, /I-1,3/)
    assert.match(text, /I-2,4/)
  },

  async 'a file is kept'({ vitrine }) {
    const shape = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    const stored = await vitrine.files.upload(shape, 'a.svg')
    assert.equal(stored.media_type, 'image/svg+xml')
  },

  async 'changes are followed until the signal'({ vitrine }) {
    const end = new AbortController()
    const seen = []
    const following = (async () => {
      for await (const event of vitrine.events.follow({ signal: end.signal, everyMs: 20 })) {
        seen.push(event.entity?.label)
        if (seen.length === 2) end.abort()
      }
    })()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await vitrine.products.create({ sku: 'E-1' })
    await vitrine.products.create({ sku: 'E-2' })
    await following
    assert.deepEqual(seen, ['E-1', 'E-2'])
  },

  async 'a lost answer is asked for again with the same key, and nothing is done twice'({ open }) {
    let lost = 0
    const vitrine = open({
      fetch: async (...args) => {
        const response = await fetch(...args)
        if (args[1].method !== 'POST' || lost > 0) return response
        lost += 1
        throw new TypeError('The connection was lost.')
      },
    })
    await vitrine.products.create({ sku: 'L-1' })
    assert.equal(lost, 1)
    assert.equal(await vitrine.products.count({ filter: { sku: 'L-1' } }), 1)
  },

  async 'what the server says may pass is tried again, anything else is not'({ open }) {
    const answer = (status, code, isRetriable) =>
      Response.json(
        { error: { code, message: code, is_retriable: isRetriable, retry_after_seconds: 0 } },
        { status },
      )
    const tries = async (refusal) => {
      let count = 0
      const vitrine = open({
        fetch: async (...args) => {
          count += 1
          return count < 3 ? refusal() : fetch(...args)
        },
      })
      await vitrine.products.count().catch(() => undefined)
      return count
    }
    assert.equal(await tries(() => answer(429, 'rate_limited', true)), 3)
    assert.equal(await tries(() => answer(503, 'internal_error', true)), 3)
    assert.equal(await tries(() => answer(403, 'insufficient_scope', false)), 1)
  },

  async 'a request ends at its signal'({ vitrine }) {
    const signal = AbortSignal.abort(new Error('Enough.'))
    await assert.rejects(vitrine.products.get('x', { signal }), /Enough|abort/i)
  },
}
