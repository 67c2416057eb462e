import BetterSqlite3 from 'better-sqlite3'
import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { compareTexts } from '#shared/text-order.ts'
import type { QualityFinding, QualityRule } from '#shared/quality.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const text = 'single_line_text_field'
const attributes = [
  { name: 'Model', key: 'model', data_type: text, entity_type: 'product', is_primary: true },
  {
    name: 'Cover',
    key: 'cover',
    data_type: 'entity_reference',
    entity_type: 'product',
    reference: { type: 'image' },
  },
  {
    name: 'Views',
    key: 'views',
    data_type: 'entity_list_reference',
    entity_type: 'product',
    reference: { type: 'image' },
  },
  { name: 'File name', key: 'file_name', data_type: text, entity_type: 'image', is_primary: true },
  { name: 'Image', key: 'image_url', data_type: 'image', entity_type: 'image' },
  { name: 'Alt text', key: 'alt_text', data_type: text, entity_type: 'image' },
  { name: 'Valid to', key: 'valid_to', data_type: 'date', entity_type: 'image' },
]

async function open(): Promise<TestServer> {
  const server = await testServer({ attributes })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

async function store(server: TestServer, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.bin')
  const encoded = new Response(form)
  const { body } = await server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
  return body.data.path
}

/** A picture of stripes, which are others for another seed. */
function stripes(width: number, height: number, seed = 7): Sharp {
  const bands = Array.from({ length: 9 }, (_, at) => {
    const shade = (at * at * 31 * seed + at * 83 + seed * 17) % 256
    return `<rect x="${(at * width) / 9}" y="${((at * seed) % 5) * (height / 9)}" width="${width / 9}" height="${height / 2}" fill="rgb(${shade},${(shade * 7) % 256},${255 - shade})"/>`
  })
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e8e4da"/>${bands.join('')}</svg>`,
    ),
  ).flatten({ background: '#e8e4da' })
}

async function image(server: TestServer, name: string, path: string, more: object = {}): Promise<string> {
  const values = { file_name: name, image_url: path, alt_text: 'A striped deck chair', ...more }
  const { status, body } = await server.post('/images', { attributes: values })
  expect(status).toBe(201)
  return body.data.id
}

async function check(server: TestServer, type: string): Promise<void> {
  const { status, body } = await server.post('/quality/checks', { type })
  expect(status).toBe(202)
  expect(await server.endedJob(body.data.id)).toMatchObject({ status: 'completed' })
}

async function found(server: TestServer, type: string): Promise<Record<string, string[]>> {
  const { body } = await server.get(`/quality/findings?type=${type}&limit=200`)
  const findings = body.data as QualityFinding[]
  return Object.fromEntries(
    [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, some]) => [
      rule,
      some.map(({ entity }) => entity?.label ?? '').toSorted(compareTexts),
    ]),
  )
}

async function recipe(server: TestServer, body: object): Promise<void> {
  const owner = (method: string, path: string, sent: object) =>
    server.asOwner({ method, path: `/app/v1${path}`, body: sent })
  expect((await owner('POST', '/renditions', { name: 'Shop window', ...body })).status).toBe(201)
  await owner('POST', '/channels/woocommerce/enable', {})
  const given = await owner('PATCH', '/channels/woocommerce', { recipe: 'shop window' })
  expect(given.status).toBe(200)
}

test('[QUALITY-16] rules about pictures are on where images are defined, and off where none are', async () => {
  const server = await open()
  const rulesOf = async (one: TestServer) => {
    const { body } = await one.get('/quality/rules')
    const rules = (body.data as QualityRule[]).filter(({ key }) => /^(asset|rights|product)_/.test(key))
    return Object.fromEntries(rules.map(({ key, enabled, entity_type: type }) => [key, `${type} ${enabled}`]))
  }
  const rules = await rulesOf(server)
  expect(Object.keys(rules)).toHaveLength(18)
  expect(new Set(Object.values(rules))).toEqual(new Set(['image true', 'product true']))
  expect(rules['asset_twice']).toBe('product true')
  await using empty = await testServer()
  expect(new Set(Object.values(await rulesOf(empty)))).toEqual(new Set(['image false', 'product false']))
})

test('[QUALITY-16] what is wrong with the files of images is found by the job, and goes with the value', async () => {
  const server = await open()
  await recipe(server, {
    width: 400,
    height: 300,
    fit: 'cover',
    format: 'jpeg',
    background: 'white',
    max_bytes: 60_000,
  })
  const jpeg = (picture: Sharp) => picture.jpeg().toBuffer()
  const fine = await store(server, await jpeg(stripes(800, 600, 3)))
  const sound = await image(server, 'sound.jpg', fine)
  await image(server, 'small.jpg', await store(server, await jpeg(stripes(360, 270, 4))))
  await image(server, 'square.jpg', await store(server, await jpeg(stripes(700, 700, 5))))
  await image(
    server,
    'turned.jpg',
    await store(server, await jpeg(stripes(600, 800, 6).withMetadata({ orientation: 6 }))),
  )
  await image(
    server,
    'print.jpg',
    await store(server, await jpeg(stripes(800, 600, 8).toColourspace('cmyk'))),
  )
  const noise = sharp({
    create: { width: 400, height: 300, channels: 3, noise: { type: 'gaussian', mean: 120, sigma: 90 } },
  } as never)
  await image(server, 'heavy.png', await store(server, await noise.png().toBuffer()))
  const glass = sharp({ create: { width: 400, height: 300, channels: 4, background: '#3060c040' } })
  await image(server, 'glass.png', await store(server, await glass.png().toBuffer()))
  const torn = await jpeg(stripes(900, 675, 11))
  await image(server, 'torn.jpg', await store(server, torn.subarray(0, torn.length >> 1)))
  const named = await store(server, await jpeg(stripes(820, 615, 12)))
  await image(server, 'red_chair-02.jpg', named, { alt_text: 'Red chair 02' })
  await image(server, 'silent.jpg', await store(server, await jpeg(stripes(840, 630, 13))), {
    alt_text: null,
  })
  expect(await found(server, 'image')).toEqual({ asset_no_alt_text: ['silent.jpg'] })
  await check(server, 'image')
  expect(await found(server, 'image')).toEqual({
    asset_damaged: ['torn.jpg'],
    asset_too_small: ['small.jpg'],
    asset_no_alt_text: ['silent.jpg'],
    asset_turned: ['turned.jpg'],
    asset_not_srgb: ['print.jpg'],
    asset_transparent: ['glass.png'],
    asset_too_large: ['heavy.png'],
    asset_wrong_aspect: ['square.jpg'],
    asset_alt_text_is_name: ['red_chair-02.jpg'],
  })
  expect((await server.get('/quality/summary?type=image')).body.data.score).toBe(100)
  const { body } = await server.get('/images?filter[quality:rule][eq]=asset_too_small')
  expect(body.data).toHaveLength(1)
  await server.patch(`/images/${body.data[0].id}`, { attributes: { image_url: fine } })
  expect((await server.get('/images?filter[quality:rule][eq]=asset_too_small')).body.data).toEqual([])
  const cropped = await image(server, 'cropped.jpg', await store(server, await jpeg(stripes(760, 760, 21))))
  await server.post('/attributes', {
    name: 'Edit steps',
    key: 'edit_steps',
    data_type: 'json',
    entity_type: 'image',
  })
  await server.patch(`/images/${cropped}`, {
    attributes: { edit_steps: JSON.stringify([{ step: 'crop', x: 0, y: 0, width: 1, height: 0.75 }]) },
  })
  await check(server, 'image')
  const { body: after } = await server.get(`/images/${cropped}/quality`)
  expect(after.data.findings).toEqual([])
  const [same] = (await server.get(`/images/${sound}/quality`)).body.data.findings
  expect(same).toMatchObject({ rule: 'asset_nearly_same' })
})

test('[QUALITY-16] rights are found thirty days before they end, and when they have ended', async () => {
  const server = await open()
  const dayIn = (days: number) => {
    const at = new Date()
    at.setDate(at.getDate() + days)
    const two = (part: number) => String(part).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  }
  const path = await store(server, await stripes(300, 200).png().toBuffer())
  for (const days of [-400, -1, 0, 30, 31, 900])
    await image(server, `in ${days}`, path, { valid_to: dayIn(days) })
  await image(server, 'open', path)
  expect(await found(server, 'image')).toEqual({
    rights_expired: ['in -1', 'in -400'],
    rights_expiring: ['in 0', 'in 30'],
  })
})

test('[QUALITY-16] products without a picture, with a single one and with a file twice are found', async () => {
  const server = await open()
  const paths: string[] = []
  for (const seed of [31, 32, 33])
    paths.push(await store(server, await stripes(300, 240, seed).webp().toBuffer()))
  const [first = '', second = '', third = ''] = paths
  const [a, b, copy, c] = [
    await image(server, 'a', first),
    await image(server, 'b', second),
    await image(server, 'copy of a', first),
    await image(server, 'c', third),
  ]
  const make = (model: string, values: object, parent?: string) =>
    server.post('/products', { attributes: { model, ...values }, ...(parent && { parent_id: parent }) })
  const { body } = await make('Bare', {})
  await make('Variant of Bare', {}, body.data.id)
  await make('Single', { cover: c })
  await make('Twice in a list', { views: [b, a, copy] })
  await make('Twice beside', { cover: a, views: [b, copy] })
  await make('Cover in the list', { cover: a, views: [a, b] })
  await check(server, 'product')
  expect(await found(server, 'product')).toEqual({
    product_no_picture: ['Bare'],
    asset_twice: ['Twice beside', 'Twice in a list'],
    product_one_picture: ['Single'],
  })
  const { body: twice } = await server.get('/quality/findings?rule=asset_twice')
  expect(twice.data[0]).toMatchObject({
    attribute: 'views',
    message_code: 'quality.asset_twice',
    severity: 'warning',
  })
})

test('[QUALITY-16] pictures that look like those of another product are found, and those that nothing uses for 30 days', async () => {
  const server = await open()
  const original = stripes(640, 480, 41)
  const large = await store(server, await original.clone().png().toBuffer())
  const small = await store(server, await original.clone().resize(320).jpeg({ quality: 70 }).toBuffer())
  const [one, other] = [await image(server, 'studio', large), await image(server, 'from the web', small)]
  const alone = await image(
    server,
    'alone',
    await store(server, await stripes(500, 500, 44).png().toBuffer()),
  )
  const apart = await image(
    server,
    'apart',
    await store(server, await stripes(400, 500, 47).png().toBuffer()),
  )
  for (const [model, views] of [
    ['Lamp', [one]],
    ['Light', [other]],
    ['Both', [apart]],
  ] as const)
    await server.post('/products', { attributes: { model, views } })
  await check(server, 'image')
  expect(await found(server, 'image')).toEqual({ asset_nearly_same: ['from the web', 'studio'] })

  const { body } = await server.get('/products?filter[model]=Light')
  await server.patch(`/products/${body.data[0].id}`, { attributes: { views: [] } })
  const file = new BetterSqlite3(server.workspace.file)
  file.exec(`UPDATE entity SET created_at = created_at - ${31 * 86_400_000}`)
  file.close()
  await check(server, 'image')
  const unused = async () => (await found(server, 'image'))['asset_unused']
  expect(await unused()).toEqual(['alone'])
  await server.post('/products', { attributes: { model: 'User', cover: alone } })
  expect(await unused()).toBeUndefined()
})

test('[QUALITY-16] a rule of files takes bounds of its own, and refuses a problem that nobody knows', async () => {
  const server = await open()
  await image(server, 'stamp', await store(server, await stripes(90, 120).png().toBuffer()))
  const rule = (problem: string, more: object) =>
    server.post('/quality/rules', {
      name: 'Print size',
      entity_type: 'image',
      check: { kind: 'file_problem', attributes: ['image_url'], problem, ...more },
    })
  const refused = await rule('ugly', {})
  expect(refused.status).toBe(400)
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'check.problem', issue: 'invalid_value' }])
  expect((await rule('too_small', { min_width: 100 })).status).toBe(201)
  await check(server, 'image')
  expect(await found(server, 'image')).toEqual({ print_size: ['stamp'] })
  const { body } = await server.get('/quality/rules?type=image')
  const shipped = (body.data as QualityRule[]).find(({ key }) => key === 'asset_no_alt_text')
  const off = await server.patch(`/quality/rules/${shipped?.id}`, { enabled: false })
  expect(off.body.data).toMatchObject({ enabled: false, severity: 'warning' })
})
