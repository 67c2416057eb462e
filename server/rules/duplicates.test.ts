import { afterAll, afterEach, expect, test } from 'vitest'
import sharp from 'sharp'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const attributes = [
  { ...text, name: 'SKU', is_primary: true },
  { ...text, name: 'Title' },
  { ...text, name: 'GTIN', key: 'gtin' },
  { ...text, name: 'Brand' },
  { ...text, name: 'MPN', key: 'mpn' },
  { ...text, name: 'Photo', data_type: 'image' },
  { name: 'Price', entity_type: 'product', data_type: 'number' },
  { ...text, name: 'Name', entity_type: 'vendor', is_primary: true },
]

const server = await testServer({ attributes })
afterAll(() => server[Symbol.asyncDispose]())

interface Group {
  readonly id: string
  readonly score: number
  readonly entities: readonly { readonly id: string; readonly label: string }[]
  readonly reasons: readonly { readonly by: string; readonly detail: string }[]
  readonly status: string
}

const make = async (attributes: object, parent_id?: string): Promise<string> => {
  const { body } = await server.post('/products', { attributes, ...(parent_id && { parent_id }) })
  return body.data.id
}
const change = (id: string, attributes: object) => server.patch(`/products/${id}`, { attributes })
const search = async (more: object = {}) => {
  const { status, body } = await server.post('/duplicates', { type: 'product', ...more })
  expect(status).toBe(202)
  expect(body.data.metadata.workflow).toBe('find_duplicates')
  const job = await server.endedJob(body.data.id)
  expect(job.status).toBe('completed')
  return job.result
}
const groups = async (query = ''): Promise<Group[]> =>
  (await server.get(`/duplicates?type=product&limit=100${query}`)).body.data
const describeGroups = (list: readonly Group[]) =>
  list.map(({ entities, reasons }) => [
    entities.map(({ label }) => label).join('+'),
    reasons.map(({ by }) => by).join('+'),
  ])
const clear = async () => {
  const { data } = (await server.get('/products?limit=200')).body
  const ids = data.map(({ id }: { id: string }) => id)
  await server.asOwner({ method: 'POST', path: '/app/v1/trash', body: { type: 'product', ids } })
}

test('[DUPLICATE-01] GTINs match as fourteen digits, and what is none matches nothing', async () => {
  await make({ sku: 'A1', gtin: '4006381333931' })
  await make({ sku: 'A2', gtin: '04006381333931' })
  for (const [index, gtin] of ['0', '0000000000000', 'n/a', '-', '4006381333932', '12345'].entries()) {
    await make({ sku: `N${index}a`, gtin })
    await make({ sku: `N${index}b`, gtin })
  }
  const result = await search({ by: ['gtin'] })
  expect(result).toMatchObject({
    searched: 14,
    groups: 1,
    new_groups: 1,
    dropped_groups: 0,
    skipped_ways: [],
  })
  const [group] = await groups()
  expect(describeGroups([group as Group])).toEqual([['A1+A2', 'gtin']])
  expect(group).toMatchObject({ score: 95, status: 'open', reasons: [{ detail: '4006381333931' }] })
})

test('[DUPLICATE-02] makers’ numbers match within a brand, and SKUs and numbers match without case, spaces and punctuation', async () => {
  await make({ sku: 'CH-100', brand: 'Acme', mpn: 'X 12/3' })
  await make({ sku: 'ch 100', brand: 'ACME', mpn: 'x-123' })
  await make({ sku: 'B1', brand: 'Nordlys', mpn: 'X123' })
  await make({ sku: 'B2', mpn: 'X123' })
  await make({ sku: 'B3', brand: 'Acme', mpn: 'n/a' })
  await make({ sku: 'B4', brand: 'Acme', mpn: 'N/A' })
  await search()
  expect(describeGroups(await groups())).toEqual([['CH-100+ch 100', 'brand_mpn+sku_like']])
})

test('[DUPLICATE-03] titles match in the same words or slips of them; a number, a GTIN, a brand or a word tells apart', async () => {
  await make({ sku: '1', title: 'Oak chair Nordholm, 4 legs' })
  await make({ sku: '2', title: 'Nordholm Oak-Chair 4 legs' })
  await make({ sku: '3', title: 'Oak chair Nordhlom 4 legs' })
  await make({ sku: '4', title: 'Oak chair Nordholm 6 legs' })
  await make({ sku: '5', title: 'Walnut chair Nordholm 4 legs' })
  await make({ sku: '6', title: 'Steel lamp Aurora 1,5 m', gtin: '4006381333931' })
  await make({ sku: '7', title: 'Steel lamp Aurora 1.5 m', gtin: '5901234123457' })
  await make({ sku: '8', title: 'Linen towel Vestby large', brand: 'Acme' })
  await make({ sku: '9', title: 'Linen towel Vestby large', brand: 'Nordlys' })
  await make({ sku: '10', title: 'Soundclip player SA4CLP04AN silver edition' })
  await make({ sku: '11', title: 'Soundclip player SA4CLP04 silver edition' })
  await make({ sku: '12', title: 'Lexmark C762dtn Colour Laser Printer' })
  await make({ sku: '13', title: 'Lexmark C762 Colour Laser Printer' })
  const parent = await make({ sku: 'P', title: 'Wool blanket Tromsdal grey' })
  await make({ sku: 'V1', title: 'Wool blanket Tromsdal grey' }, parent)
  await make({ sku: 'V2', title: 'Wool blanket Tromsdal grey' }, parent)
  await search({ by: ['title'] })
  expect(describeGroups(await groups())).toEqual([['1+2+3', 'title']])
})

afterEach(clear)

const drawing = (colour: string, at: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#fff"/>
     <circle cx="${at}" cy="120" r="70" fill="${colour}"/><rect x="60" y="200" width="${at}" height="50" fill="#333"/></svg>`,
  )
const upload = async (bytes: Buffer, type: string): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'photo')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const answer = await server.post('/files', Buffer.from(await encoded.arrayBuffer()), headers)
  return answer.body.data.path ?? answer.body.data.url
}

test('[DUPLICATE-04] a picture matches itself, in other bytes and another size too, and no other one', async () => {
  const picture = sharp(drawing('#c33', 130))
  const png = await upload(await picture.png().toBuffer(), 'image/png')
  const small = await upload(
    await picture.clone().resize(160, 120).jpeg({ quality: 70 }).toBuffer(),
    'image/jpeg',
  )
  const blue = await upload(await sharp(drawing('#33c', 130)).png().toBuffer(), 'image/png')
  const other = await upload(await sharp(drawing('#c33', 260)).png().toBuffer(), 'image/png')
  await make({ sku: 'P1', photo: png })
  await make({ sku: 'P2', photo: png })
  await make({ sku: 'P3', photo: small })
  await make({ sku: 'P4', photo: blue })
  await make({ sku: 'P5', photo: other })
  await make({ sku: 'P6', title: 'Chair 10 cm', photo: png })
  await make({ sku: 'P7', title: 'Chair 20 cm', photo: blue })
  await search({ by: ['picture'] })
  const found = await groups()
  expect(found.map(({ entities }) => entities.map(({ label }) => label))).toEqual([
    ['P4', 'P7'],
    ['P1', 'P2', 'P3', 'P6'],
  ])
})

test('[DUPLICATE-05] a search again repeats no group, drops what no longer matches, and keeps the ids', async () => {
  const one = await make({ sku: 'S1', gtin: '4006381333931' })
  await make({ sku: 'S2', gtin: '4006381333931' })
  const three = await make({ sku: 'S3', gtin: '5901234123457' })
  await make({ sku: 'S4', gtin: '5901234123457' })
  await search()
  const before = await groups()
  expect(before).toHaveLength(2)
  expect(await search()).toMatchObject({ groups: 2, new_groups: 0, dropped_groups: 0 })
  expect(await groups()).toEqual(before)
  await change(three, { gtin: null })
  expect(await search({ by: ['title'] })).toMatchObject({ dropped_groups: 0 })
  expect(await search({ filter: 'filter[sku][in]=S1,S2' })).toMatchObject({ searched: 2, dropped_groups: 0 })
  expect(await search({ ids: [one, three] })).toMatchObject({ searched: 2, dropped_groups: 0 })
  expect(await search()).toMatchObject({ groups: 1, dropped_groups: 1 })
  expect((await groups()).map(({ id }) => id)).toEqual(
    before.filter(({ entities }) => entities.some(({ id }) => id === one)).map(({ id }) => id),
  )
})

test('[DUPLICATE-06] what was dismissed stays away until one of the two changes in what matched', async () => {
  const one = await make({ sku: 'D1', title: 'Oak chair Nordholm tall' })
  await make({ sku: 'D2', title: 'Oak chair Nordholm tall' })
  await search()
  const [group] = await groups()
  const dismissed = await server.patch(`/duplicates/${group?.id}`, { status: 'dismissed' })
  expect(dismissed.body.data).toMatchObject({ id: group?.id, status: 'dismissed' })
  await change(one, { price: 5 })
  await search()
  expect(await groups()).toEqual([])
  expect(await groups('&status=dismissed')).toHaveLength(1)
  await make({ sku: 'D3', title: 'Oak chair Nordholm tall' })
  await search()
  expect(describeGroups(await groups())).toEqual([['D1+D2+D3', 'title']])
  await change(one, { title: 'Oak chair tall Nordholm' })
  await search()
  expect(describeGroups(await groups())).toEqual([['D1+D2+D3', 'title']])
  const opened = await server.patch(`/duplicates/${group?.id}`, { status: 'open' })
  expect(opened.body.data.status).toBe('open')
  const wrong = await server.patch(`/duplicates/${group?.id}`, { status: 'merged' })
  expect(wrong.body.error.field_errors).toMatchObject([{ field: 'status', issue: 'invalid_value' }])
})

test('[DUPLICATE-07] merging the members of a group sets it merged, and undoing that opens it', async () => {
  const ids = [
    await make({ sku: 'M1', gtin: '4006381333931' }),
    await make({ sku: 'M2', gtin: '4006381333931' }),
    await make({ sku: 'M3', gtin: '4006381333931' }),
  ]
  await search()
  const merge = async (keep: number, merged: number) =>
    (
      await server.asOwner({
        method: 'POST',
        path: '/app/v1/entities/merge',
        body: { type: 'product', keep: ids[keep], merge: [ids[merged]] },
      })
    ).body.data.edit_id as string
  await merge(0, 1)
  expect(describeGroups(await groups())).toEqual([['M1+M3', 'gtin']])
  const edit = await merge(0, 2)
  expect(await groups()).toEqual([])
  const [merged] = await groups('&status=merged')
  expect(merged?.entities.map(({ label }) => label)).toEqual(['M1', 'M2', 'M3'])
  expect((await server.patch(`/duplicates/${merged?.id}`, { status: 'open' })).status).toBe(409)
  await server.asOwner({ method: 'POST', path: `/api/v1/edits/${edit}/undo` })
  expect(describeGroups(await groups())).toEqual([['M1+M3', 'gtin']])
  await clear()
  expect(await groups()).toEqual([])
  await make({ sku: 'Last' })
})

test('[DUPLICATE-08] a list is paged by score, and tells what is wrong with a search, all of it', async () => {
  for (const [index, gtin] of ['4006381333931', '5901234123457', '9780306406157'].entries()) {
    await make({
      sku: `L${index}a`,
      gtin,
      title: index === 0 ? 'Oak chair Nordholm tall' : `Lamp ${index} of ${gtin}`,
    })
    await make({ sku: `L${index}b`, gtin, title: index === 0 ? 'Oak chair Nordholm tall' : 'Table' })
  }
  await search()
  const first = (await server.get('/duplicates?limit=2')).body
  expect(first.pagination).toMatchObject({ total: 3, has_more: true })
  expect(first.data.map(({ score }: Group) => score)).toEqual([99, 95])
  const rest = (await server.get(`/duplicates?limit=2&cursor=${first.pagination.next_cursor}`)).body
  expect(rest.data).toHaveLength(1)
  expect(await groups('&min_score=96')).toHaveLength(1)
  const body = {
    type: 'product',
    by: ['gtin', 'smell'],
    attributes: { gtin: 'nope' },
    filter: 'filter[nope]=1',
  }
  const { status, body: refused } = await server.post('/duplicates', body)
  expect(status).toBe(400)
  expect(
    refused.error.field_errors.map(({ field, issue }: Record<string, string>) => [field, issue]),
  ).toEqual([
    ['by[1]', 'invalid_value'],
    ['attributes.gtin', 'not_a_defined_attribute'],
    ['filter[nope]', 'not_a_defined_attribute'],
  ])
  const named = { type: 'product', ids: ['x', '01a21bd2-e000-7000-8000-000000000000'], filter: '' }
  const { body: wrong } = await server.post('/duplicates', named)
  expect(wrong.error.field_errors).toMatchObject([
    { field: 'ids', issue: expect.stringContaining('either ids or filter') },
    { field: 'ids[0]', issue: 'expected_uuid' },
    { field: 'ids[1]', issue: 'referenced_entity_not_found' },
  ])
})
