import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'

test('any request of the API is sent, with fields, a body or a file [CLI-21]', async () => {
  const folder = await servedFolder('cli-api')
  const data = ['--data', folder]
  await runVitrine(['workspace', 'create', 'Shop', '--sample', ...data])
  const api = (words: readonly string[], input?: string) => runForPeople(['api', ...words, ...data], input)

  const two = await api(['get', '/products?sort=-price', '-F', 'limit=2', '-f', 'filter[price][gte]=1'])
  expect([two.code, JSON.parse(two.stdout).data.length]).toEqual([0, 2])
  const paged = await api(['GET', 'products', '-F', 'limit=7', '--paginate'])
  const { pagination } = JSON.parse(two.stdout)
  const all = await api(['GET', '/api/v1/products', '-F', 'limit=1'])
  expect(paged.stdout.trim().split('\n')).toHaveLength(JSON.parse(all.stdout).pagination.total)
  expect(pagination.limit).toBe(2)

  const made = await api([
    'POST',
    '/products',
    '-f',
    'attributes[sku]=007',
    '-f',
    'attributes[product_name]=Bond',
  ])
  expect(made.code).toBe(0)
  const { id, attributes } = JSON.parse(made.stdout).data
  expect(attributes.sku).toBe('007')
  const patched = await api(['PATCH', `/products/${id}`, '--input', '-'], '{"attributes":{"price":7}}')
  expect(JSON.parse(patched.stdout).data.attributes.price).toBe(7)
  const numbers = await api(['PATCH', `/products/${id}`, '-F', 'attributes[price]=8'])
  expect(JSON.parse(numbers.stdout).data.attributes.price).toBe(8)
  writeFileSync(join(folder, 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  const file = await api(['POST', '/files', '-F', `file=@${join(folder, 'a.svg')}`, '-i'])
  expect(file.stdout).toMatch(/^HTTP 201 Created\n(.+\n)+\n\{"data":\{"hash"/)

  const refused = await api(['GET', '/products/nope'])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stdout).error.code).toBeDefined()
  expect(refused.stderr).toMatch(/^The server answered 40\d/)
  expect((await api(['GTE', '/products'])).stderr).toContain('Did you mean GET?')
  for (const path of ['/../../app/v1/workspaces', '/%2e%2e/%2e%2e/app/v1/workspaces', '//example.com/x'])
    expect(await api(['GET', path])).not.toMatchObject({ code: 0 })
  expect((await api(['POST', '/products', '--input', '-'], '{')).code).toBe(2)
  expect((await api(['POST', '/products', '-f', 'sku'])).code).toBe(2)
}, 60_000)
