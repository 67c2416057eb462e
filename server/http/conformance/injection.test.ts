import { afterAll, describe, expect, test } from 'vitest'
import { everyTypeServer } from './every-type.ts'

/** Requests that a scanner would try: nothing of them is ever read as code, as a path or as a header. */
const { server, ids } = await everyTypeServer()
afterAll(() => server[Symbol.asyncDispose]())

const fieldsOf = (body: { error: { field_errors: { field: string; issue: string }[] } }) =>
  body.error.field_errors.map(({ field, issue }) => `${field} ${issue}`)

describe('cursors', () => {
  const lists = [
    '/products?limit=1',
    '/products?limit=1&sort=price,-name',
    `/products/${ids.product}/references?attribute=gallery&limit=1`,
    '/events?limit=1',
    '/events?limit=1&after=0',
    '/jobs?limit=1',
  ]

  test.each(lists)('a cursor of %s that was tampered with is invalid_value', async (path) => {
    const { next_cursor: cursor } = (await server.get(path)).body.pagination
    expect((await server.get(`${path}&cursor=${cursor}`)).status).toBe(200)
    const [mark, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const encode = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const forged = [
      `${cursor}x`,
      `${cursor}=`,
      `${cursor}%20`,
      cursor.slice(0, -1),
      cursor.slice(1),
      cursor.toLowerCase(),
      encode([mark]),
      encode([mark, ...place, null]),
      ...[0, -1, 1.5, 1e300, '1', null, [1], { a: 1 }, '\u0000', "' OR 1=1 --"].map((entity) =>
        encode([mark, entity]),
      ),
      encode({}),
      encode(null),
      encode('x'),
      encode([]),
    ].filter((one) => one !== encode([mark, ...place]))
    for (const one of forged) {
      const { status, body } = await server.get(`${path}&cursor=${one}`)
      expect([one, status, ...fieldsOf(body)]).toEqual([one, 400, 'cursor invalid_value'])
    }
  })
})

describe('names of members of every object are names like any other', () => {
  test.each([
    ['{"__proto__":{"polluted":1},"attributes":{"name":"x"}}', '__proto__ This field is not known here.'],
    ['{"constructor":1,"attributes":{"name":"x"}}', 'constructor This field is not known here.'],
    ['{"attributes":{"__proto__":1,"name":"x"}}', 'attributes.__proto__ not_a_defined_attribute'],
    [
      '{"attributes":{"constructor":{"prototype":1},"name":"x"}}',
      'attributes.constructor not_a_defined_attribute',
    ],
    [
      `{"attributes":{"vendor":{"__proto__":{"id":"${ids.vendor}"}},"name":"x"}}`,
      'attributes.vendor expected_uuid_or_null',
    ],
  ])('%s', async (text, fault) => {
    const { status, body } = await server.post('/products', text)
    expect([status, ...fieldsOf(body)]).toEqual([400, fault])
  })

  test.each(['constructor', 'toString', 'valueOf', 'has_own_property'])(
    'an attribute may be called %s',
    async (name) => {
      const defined = await server.post('/attributes', {
        name,
        entity_type: 'image',
        data_type: 'single_line_text_field',
      })
      const { key } = defined.body.data
      const { body } = await server.post('/images', { attributes: { file_name: name, [key]: 'here' } })
      expect(body.data.attributes).toEqual({ file_name: name, [key]: 'here' })
      const found = await server.get(
        `/images?filter[${key}]=here&sort=${key}&fields=${key}`.replaceAll(/[[\]]/g, encodeURIComponent),
      )
      expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id])
      expect(found.body.data[0].attributes).toEqual({ [key]: 'here' })
    },
  )

  test('an import may have columns of such names', async () => {
    const part = (name: string, content: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`
    const file =
      'Content-Disposition: form-data; name="file"; filename="../../etc/x.csv"\r\n\r\n__proto__,constructor,toString\nOne,2,3\r\n'
    const form = `${part('type', 'product')}${part('mapping', '{"__proto__":"name","constructor":"notes","toString":null}')}--x\r\n${file}--x--\r\n`
    const { body } = await server.post('/imports', form, {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(await server.endedJob(body.data.id)).toMatchObject({
      status: 'completed',
      result: { created: 1, failed: 0 },
    })
    const { data } = (await server.get('/products?filter%5Bname%5D=One')).body
    expect(data[0].attributes).toMatchObject({ name: 'One', notes: '2' })
  })
})

describe('SQL and JSON paths', () => {
  const odd = [
    "' OR '1'='1",
    "'; DROP TABLE entity; --",
    '$.name',
    '$[0]',
    '1) OR 1=1 --',
    'name" FROM entity --',
    'value_1.norm',
    'rowid',
  ]

  test.each(odd)('%s is no key, no operator and no sort', async (text) => {
    const key = encodeURIComponent(text)
    for (const query of [
      `filter%5B${key}%5D=1`,
      `filter%5Bname%5D%5B${key}%5D=1`,
      `sort=${key}`,
      `sort=-${key}`,
      `fields=${key}`,
    ]) {
      const { status, body } = await server.get(`/products?${query}`)
      expect(status).toBe(400)
      const issues = body.error.field_errors.map(({ issue }: { issue: string }) => issue)
      expect(['not_a_defined_attribute', 'unknown_operator']).toEqual(expect.arrayContaining(issues))
    }
  })

  test.each(odd)('%s is text as any other', async (text) => {
    const created = await server.post('/products', {
      attributes: { name: text, sku: text, specs: JSON.stringify(text) },
    })
    expect(created.body.data).toMatchObject({ label: text, attributes: { name: text, sku: text } })
    const id = created.body.data.id
    const found = await server.get(`/products?q=${encodeURIComponent(text)}&sort=name`)
    expect(found.body.data.map((one: { id: string }) => one.id)).toContain(id)
    const again = await server.post('/products/upsert', {
      merge_key: 'sku',
      attributes: { sku: text, price: 1 },
    })
    expect([again.status, again.body.data.id]).toEqual([200, id])
  })
})

describe('paths', () => {
  test.each([
    '/api/v1/files/..%2f..%2f..%2fetc%2fpasswd',
    '/api/v1/files/%2e%2e%2f%2e%2e%2fpackage.json',
    `/api/v1/products/..%2f..%2fvitrine.db`,
    '/api/v1/channels/..%2f..%2fserver.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/developers/..%2f..%2f..%2fpackage.json',
    '/assets/..%2f..%2fserver.json',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/docs/%00',
    '/files/..%2f/..%2fvitrine.db',
  ])('%s leads nowhere', async (path) => {
    const { status, text } = await server.send({ path, headers: { authorization: `Bearer ${server.key}` } })
    expect([400, 401, 404]).toContain(status)
    expect(text).not.toMatch(/root:|"devDependencies"|SQLite format|"pid"/)
  })
})

describe('headers', () => {
  test('line breaks in values, ids and names make no header', async () => {
    const line = 'x\r\nX-Injected: yes\r\n\r\n<p>'
    const attribute = await server.post('/attributes', {
      name: line,
      entity_type: 'vendor',
      data_type: 'number',
    })
    const product = await server.post('/products', { attributes: { name: line } })
    const source = await server.post('/sources', { text: 'x', name: line })
    const unknown = await server.get(
      `/products/${encodeURIComponent(line)}?fields=${encodeURIComponent(line)}`,
    )
    const filtered = await server.get(`/products?${encodeURIComponent(line)}=1`)
    for (const { headers, status } of [attribute, product, source, unknown, filtered]) {
      expect(headers['x-injected']).toBeUndefined()
      expect(status).toBeLessThan(500)
    }
    expect(product.headers.location).toBe(`/api/v1/products/${product.body.data.id}`)
    expect(product.body.data.attributes.name).toBe(line)
  })

  test.each(['two words', 'tab\there', 'x'.repeat(101)])(
    'the request id %j is not taken over',
    async (id) => {
      const { headers } = await server.get('/products', { 'x-request-id': id })
      expect(headers['x-request-id']).not.toBe(id)
    },
  )
})

const slow = (pattern: string) => ({
  name: 'Slow',
  entity_type: 'vendor',
  data_type: 'single_line_text_field',
  constraints: { pattern },
})

test.each(['(?:a{0,1000}){0,1000}b', '(?:a{1000}){1000}', '(a*)\\1', 'a(?=b)'])(
  'the pattern %s is refused',
  async (pattern) => {
    const refused = await server.post('/attributes', slow(pattern))
    expect([refused.status, refused.body.error.field_errors.length]).toEqual([400, 1])
    expect(fieldsOf(refused.body)[0]).toMatch(/^constraints.pattern .* Write/)
  },
)

test.each(['(a+)+$', '(a|aa)*b', '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x', '(?:a{0,30}){0,30}b'])(
  'the pattern %s holds nobody up',
  async (pattern) => {
    const { key } = (await server.post('/attributes', slow(pattern))).body.data
    const write = { attributes: { [key]: `${'a'.repeat(60)}!` } }
    const refused = await server.patch(`/vendors/${ids.vendor}`, write)
    expect([refused.status, ...fieldsOf(refused.body)]).toEqual([400, `attributes.${key} pattern_mismatch`])
  },
)
