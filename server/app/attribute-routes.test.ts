import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const headers = { 'vitrine-workspace': server.workspace.id }

test('the owner reads full definitions with targets and constraints', async () => {
  const reference = {
    name: 'Vendor',
    entity_type: 'product',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  }
  const path = '/api/v1/attributes'
  const created = await server.asOwner({ method: 'POST', path, headers, body: reference })
  const { status, body } = await server.asOwner({ path: '/app/v1/attributes?type=product', headers })
  expect(status).toBe(200)
  expect(body.data).toContainEqual(created.body.data)
})

test.each([
  ['no type', '', 'required'],
  ['an unknown type', '?type=shelf', 'invalid_value'],
])('%s: 400 %s', async (_name, search, issue) => {
  const { status, body } = await server.asOwner({ path: `/app/v1/attributes${search}`, headers })
  expect(status).toBe(400)
  expect(body.error.field_errors).toEqual([expect.objectContaining({ field: 'type', issue })])
})
