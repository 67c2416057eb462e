import { createHash, randomBytes, randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

interface FileAnswer {
  readonly hash: string
  readonly path: string
  readonly details: Readonly<Record<string, unknown>>
}

async function store(bytes: Uint8Array): Promise<FileAnswer> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.bin')
  const encoded = new Response(form)
  const { body } = await server.post('/files', new Uint8Array(await encoded.arrayBuffer()), {
    'content-type': encoded.headers.get('content-type') ?? '',
  })
  return body.data
}

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.server.origin}/api/v1${path}`, {
    headers: { authorization: `Bearer ${server.key}`, ...headers },
  })
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}

async function render(hash: string, parameters: Readonly<Record<string, string | number>>) {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return read(`/files/${hash}?${query.join('&')}`)
}

/** Two colours side by side over a third, so that every turn of the picture is seen. */
function flag(width: number, height: number): Sharp {
  const half = { width: width / 2, height: height / 2, channels: 3 as const }
  const corner = (background: string) => ({ create: { ...half, background } })
  return sharp({ create: { width, height, channels: 3, background: '#204080' } }).composite([
    { input: corner('#d02020'), left: 0, top: 0 },
    { input: corner('#20a040'), left: width / 2, top: 0 },
  ])
}

const corners = async (bytes: Buffer): Promise<string> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3)
    if (red > 150 && green > 150) return 'w'
    return red > 150 ? 'r' : green > 110 ? 'g' : blue > 90 ? 'b' : '?'
  }
  return [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)].join('')
}

describe('the size and format of a rendition', () => {
  test('sides are rounded up to those that are offered, and none is enlarged [RENDITION-01]', async () => {
    const { hash } = await store(await flag(1000, 500).jpeg().toBuffer())
    const sizes = async (parameters: Readonly<Record<string, string | number>>) => {
      const { width, height, format } = await sharp((await render(hash, parameters)).bytes).metadata()
      return [width, height, format]
    }
    expect(await sizes({ width: 257 })).toEqual([320, 160, 'webp'])
    expect(await sizes({ height: 64 })).toEqual([128, 64, 'webp'])
    expect(await sizes({ width: 1900, format: 'jpeg' })).toEqual([1000, 500, 'jpeg'])
    expect(await sizes({ width: 5000, format: 'png' })).toEqual([1000, 500, 'png'])
    expect(await sizes({ width: 160, height: 160, fit: 'contain' })).toEqual([160, 80, 'webp'])
    expect(await sizes({ width: 160, height: 160, fit: 'cover' })).toEqual([160, 160, 'webp'])
    expect(await sizes({ width: 2048, height: 1024, fit: 'cover' })).toEqual([1000, 500, 'webp'])
    expect(await sizes({ width: 640, height: 640, fit: 'cover' })).toEqual([500, 500, 'webp'])
    expect(await sizes({ width: 640, height: 640, fit: 'pad' })).toEqual([640, 640, 'webp'])
    expect(await sizes({ format: 'avif' })).toEqual([1000, 500, 'heif'])
  })

  test('pad fills with the background, and jpeg has no transparent parts [RENDITION-01]', async () => {
    const clear = { create: { width: 100, height: 50, channels: 4 as const, background: '#00000000' } }
    const { hash } = await store(await sharp(clear).png().toBuffer())
    const first = async (parameters: Readonly<Record<string, string | number>>) => {
      const { bytes } = await render(hash, parameters)
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      return [...data.subarray(0, info.channels)]
    }
    expect(await first({ width: 64, height: 64, fit: 'pad', format: 'png' })).toEqual([255, 255, 255])
    const red = { background: 'ff0000', format: 'png' }
    expect(await first({ width: 64, height: 64, fit: 'pad', ...red })).toEqual([255, 0, 0])
    const open = { background: 'transparent', format: 'png' }
    expect((await first({ width: 64, height: 64, fit: 'pad', ...open })).at(3)).toBe(0)
    expect(await first({ width: 64, format: 'jpeg' })).toEqual([255, 255, 255])
    expect((await first({ width: 64, format: 'png' })).at(3)).toBe(0)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a picture with the orientation %i stands upright [RENDITION-02]',
    async (orientation) => {
      const turned: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
        1: (picture) => picture,
        2: (picture) => picture.flop(),
        3: (picture) => picture.rotate(180),
        4: (picture) => picture.flip(),
        5: (picture) => picture.rotate(270).flop(),
        6: (picture) => picture.rotate(270),
        7: (picture) => picture.rotate(90).flop(),
        8: (picture) => picture.rotate(90),
      }
      const upright = await flag(200, 100).png().toBuffer()
      const held = await (turned[orientation] as (picture: Sharp) => Sharp)(sharp(upright))
        .withMetadata({ orientation })
        .jpeg({ quality: 100 })
        .toBuffer()
      const { hash, details } = await store(held)
      expect(details).toMatchObject({ width: 200, height: 100, orientation })
      const { bytes } = await render(hash, { width: 96, format: 'png' })
      const { width, height, orientation: left } = await sharp(bytes).metadata()
      expect([width, height, left]).toEqual([96, 48, undefined])
      expect(await corners(bytes)).toBe('rgbb')
    },
  )

  test('rights stay in the file, the place where it was taken goes [RENDITION-03]', async () => {
    const source = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${source}" xmp:CreatorTool="Secret"><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Nordvik &amp; Söhne</rdf:li></rdf:Alt></dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>`
    const taken = await flag(200, 100)
      .withExif({
        IFD0: { Copyright: 'Nordvik', Model: 'Secret' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
      })
      .withXmp(xmp)
      .jpeg()
      .toBuffer()
    expect(taken.includes('Secret')).toBe(true)
    const { hash, details } = await store(taken)
    expect(details).toMatchObject({
      digital_source_type: source,
      iptc: { copyright: '© Nordvik & Söhne', digital_source_type: source },
    })
    for (const format of ['jpeg', 'webp', 'png', 'avif']) {
      const { bytes } = await render(hash, { width: 96, format })
      const { exif, xmp: written } = await sharp(bytes).metadata()
      expect(written?.toString()).toContain('trainedAlgorithmicMedia')
      expect(written?.toString()).toContain('© Nordvik &amp; Söhne')
      expect(bytes.includes('Secret')).toBe(false)
      // The tag of the directory of GPS, in both orders of bytes.
      for (const tag of ['8825', '2588']) expect(exif?.toString('hex')).not.toContain(tag)
    }
  })
})

describe('what a request for a rendition is answered with', () => {
  test('a tag that follows the content, and 304 to who has it [RENDITION-04]', async () => {
    const { hash } = await store(await flag(300, 150).png().toBuffer())
    const first = await render(hash, { width: 96 })
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const tag = first.headers['etag'] ?? ''
    expect((await render(hash, { width: 90 })).headers['etag']).toBe(tag)
    expect((await render(hash, { width: 160 })).headers['etag']).not.toBe(tag)
    const known = await read(`/files/${hash}?width=96`, { 'if-none-match': tag })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
  })

  test('faults are told on their parameters, after a hash that is not there [RENDITION-05]', async () => {
    const { hash } = await store(await flag(30, 20).png().toBuffer())
    const faulty = { width: 0, height: 'x', fit: 'stretch', format: 'bmp', quality: 101, background: 'blau' }
    const { status, bytes } = await render(hash, { ...faulty, recipe: 'none', image: hash, colour: 'x' })
    const { error } = JSON.parse(bytes.toString())
    const described = error.field_errors.map(
      ({ field, issue }: Record<string, string>) => `${field} ${issue}`,
    )
    expect([status, described.toSorted()]).toEqual([
      400,
      [
        'background invalid_value',
        'colour This query parameter is not known here.',
        'fit invalid_value',
        'format invalid_value',
        'height expected_non_negative_integer',
        'image invalid_value',
        'quality out_of_range',
        'recipe invalid_value',
        'width out_of_range',
      ],
    ])
    const unknown = createHash('sha256').update('unknown').digest('hex')
    expect((await render(unknown, faulty)).status).toBe(404)
  })

  test('a file of which no picture can be made is 404, and its details say why [RENDITION-05]', async () => {
    const photo = await flag(400, 200).jpeg().toBuffer()
    const broken = await store(photo.subarray(0, Math.floor(photo.length / 2)))
    const film = await store(Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'))
    const bomb = await store(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'),
    )
    const answers = [broken, film, bomb].map(async ({ hash }) => {
      const { status, bytes } = await render(hash, { width: 96 })
      return [status, JSON.parse(bytes.toString()).error.code]
    })
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 3 }, () => [404, 'not_found']))
    expect([broken, film, bomb].map(({ details }) => details['fault'])).toEqual([
      'damaged',
      null,
      'too_many_pixels',
    ])
  })

  test('a drawing is made without fonts and without anything from elsewhere [RENDITION-06]', async () => {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <rect width="64" height="64" fill="#fff"/><image xlink:href="file:///usr/share/pixmaps/debian-logo.png" width="64" height="64"/>
      <image xlink:href="${server.server.origin}/health" width="64" height="64"/></svg>`
    const { hash } = await store(Buffer.from(drawing))
    const { status, bytes } = await render(hash, { width: 64, format: 'png' })
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([status, data.every((byte) => byte === 255)]).toEqual([200, true])
  })

  test('of an animation the first frame is shown [RENDITION-06]', async () => {
    const frames = await Promise.all(
      ['#d02020', '#20a040'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const { hash, details } = await store(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    expect(details).toMatchObject({ frames: 2, width: 40, height: 40 })
    expect(await corners((await render(hash, { width: 64, format: 'png' })).bytes)).toBe('rrrr')
  })
})

describe('recipes (/app/v1/renditions)', () => {
  const owner = (method: string, path: string, body?: object) =>
    server.asOwner({ method, path: `/app/v1${path}`, ...(body && { body }) })

  test('a recipe is stored, used by its name, changed and deleted [RENDITION-09]', async () => {
    const made = await owner('POST', '/renditions', { name: 'Shop', width: 320, format: 'png' })
    expect([made.status, made.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Shop',
        width: 320,
        height: null,
        fit: 'contain',
        format: 'png',
        background: null,
        quality: null,
        max_bytes: null,
        color: 'srgb',
      },
    ])
    const { hash } = await store(await flag(1000, 500).png().toBuffer())
    const sizeOf = async (parameters: Readonly<Record<string, string | number>>) => {
      const { bytes, headers } = await render(hash, parameters)
      const { width, format } = await sharp(bytes).metadata()
      return [width, format, headers['cache-control']]
    }
    expect(await sizeOf({ recipe: 'shop' })).toEqual([320, 'png', 'private, no-cache'])
    expect(await sizeOf({ recipe: 'Shop', width: 96 })).toEqual([96, 'png', 'private, no-cache'])
    const path = `/renditions/${made.body.data.id}`
    const changed = await owner('PATCH', path, { width: 640, background: 'fff' })
    expect(changed.body.data).toMatchObject({ width: 640, background: '#ffffff', format: 'png' })
    expect(await sizeOf({ recipe: 'Shop' })).toEqual([640, 'png', 'private, no-cache'])
    expect((await owner('GET', path)).body).toEqual(changed.body)
    expect((await owner('GET', '/renditions')).body.data).toEqual([changed.body.data])
    expect((await owner('POST', '/renditions', { name: 'SHOP' })).status).toBe(409)
    expect((await owner('DELETE', path)).status).toBe(200)
    expect((await owner('GET', path)).status).toBe(404)
    expect((await render(hash, { recipe: 'Shop' })).status).toBe(400)
  })

  test('what does not fit is told on its member [RENDITION-09]', async () => {
    const { status, body } = await owner('POST', '/renditions', {
      name: ' ',
      width: 4000,
      height: 1.5,
      fit: 'stretch',
      format: 'bmp',
      background: 'blau',
      quality: 0,
      max_bytes: 3,
      color: 'cmyk',
    })
    const described = body.error.field_errors.map(
      ({ field, issue }: Record<string, string>) => `${field} ${issue}`,
    )
    expect([status, described.toSorted()]).toEqual([
      400,
      [
        'background invalid_value',
        'color invalid_value',
        'fit invalid_value',
        'format invalid_value',
        'height expected_non_negative_integer',
        'max_bytes out_of_range',
        'name required',
        'quality out_of_range',
        'width out_of_range',
      ],
    ])
  })

  test('a bound of bytes takes quality first and then size [RENDITION-09]', async () => {
    const noise = sharp(randomBytes(800 * 800 * 3), { raw: { width: 800, height: 800, channels: 3 } })
    const { hash } = await store(await noise.jpeg({ quality: 90 }).toBuffer())
    const bounded = async (maxBytes: number) => {
      const name = `Bound ${maxBytes}`
      await owner('POST', '/renditions', { name, format: 'jpeg', max_bytes: maxBytes })
      const { bytes } = await render(hash, { recipe: name })
      expect(bytes.byteLength).toBeLessThanOrEqual(maxBytes)
      return (await sharp(bytes).metadata()).width
    }
    const { byteLength: usual } = (await render(hash, { format: 'jpeg' })).bytes
    expect(await bounded(Math.round(usual * 0.9))).toBe(800)
    expect(await bounded(40_000)).toBeLessThan(800)
  })
})

describe('files that are made to break what reads them', () => {
  test('each is answered, and the next picture is made [RENDITION-07]', async () => {
    const uses = Array.from(
      { length: 30 },
      (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
    )
    const photo = await flag(400, 200).jpeg().toBuffer()
    const files: Readonly<Record<string, readonly [Buffer, number]>> = {
      'a drawing of 10^30 parts': [
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><defs><rect id="a0" width="1" height="1"/>${uses.join('')}</defs><use href="#a30"/></svg>`,
        ),
        404,
      ],
      'more pixels than are taken': [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'),
        404,
      ],
      'a head without a picture': [photo.subarray(0, 100), 404],
      'a picture that is a ZIP too': [Buffer.concat([photo, Buffer.from('PK\u0003\u0004'.repeat(99))]), 200],
      CMYK: [await flag(400, 200).toColourspace('cmyk').jpeg().toBuffer(), 200],
      '16 bits': [await flag(400, 200).toColourspace('rgb16').png().toBuffer(), 200],
    }
    const statuses: Record<string, number> = {}
    for (const [name, [bytes]] of Object.entries(files)) {
      const { hash } = await store(bytes)
      statuses[name] = (await render(hash, { width: 96 })).status
    }
    expect(statuses).toEqual(
      Object.fromEntries(Object.entries(files).map(([name, [, status]]) => [name, status])),
    )
    const { hash } = await store(photo)
    expect((await render(hash, { width: 96 })).status).toBe(200)
  })
})

describe('images that are edited', () => {
  const attributes = [
    { key: 'file_name', name: 'File name', data_type: 'single_line_text_field', is_primary: true },
    { key: 'image_url', name: 'Image', data_type: 'image' },
    { key: 'edit_steps', name: 'Steps', data_type: 'json' },
  ]
  beforeAll(async () => {
    for (const attribute of attributes)
      await server.post('/attributes', { entity_type: 'image', ...attribute })
  })
  const edit = (id: string, steps: unknown) =>
    server.patch(`/images/${id}`, { attributes: { edit_steps: JSON.stringify(steps) } })

  test('steps are applied in their order, and the tag follows them [RENDITION-10]', async () => {
    const { hash, path } = await store(await flag(400, 200).png().toBuffer())
    const { body } = await server.post('/images', { attributes: { file_name: 'a', image_url: path } })
    const { id } = body.data
    const look = async (steps: unknown, parameters = {}) => {
      expect((await edit(id, steps)).status).toBe(200)
      const { bytes, headers } = await render(hash, { image: id, width: 160, format: 'png', ...parameters })
      const { width, height } = await sharp(bytes).metadata()
      return [`${width} × ${height}`, await corners(bytes), headers['etag']] as const
    }
    const seen = [
      await look([]),
      await look([{ step: 'rotate', degrees: 90 }]),
      await look([{ step: 'flip', axis: 'vertical' }]),
      await look([{ step: 'crop', x: 0.5, y: 0, width: 0.5, height: 0.5 }]),
      await look([
        { step: 'rotate', degrees: 90 },
        { step: 'crop', x: 0, y: 0, width: 0.5, height: 1 },
      ]),
      await look([{ step: 'straighten', degrees: 10 }]),
      await look([{ step: 'focal_point', x: 1, y: 0 }], { height: 160, fit: 'cover' }),
    ]
    expect(seen.map(([size, colours]) => [size, colours])).toEqual([
      ['160 × 80', 'rgbb'],
      ['160 × 320', 'brbg'],
      ['160 × 80', 'bbrg'],
      ['160 × 80', 'gggg'],
      ['100 × 400', 'bbbb'],
      ['160 × 80', 'rgbb'],
      ['160 × 160', 'ggbb'],
    ])
    expect(new Set(seen.map(([, , tag]) => tag)).size).toBe(seen.length)
    expect(await corners((await render(hash, { width: 160, format: 'png' })).bytes)).toBe('rgbb')
  })

  test('what is almost white at the border becomes white, a dark border stays [RENDITION-10]', async () => {
    const dot = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#d02020' } })
      .png()
      .toBuffer()
    const on = (background: string) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .composite([{ input: dot, left: 22, top: 22 }])
        .png()
        .toBuffer()
    const { body } = await server.post('/images', { attributes: { file_name: 'b' } })
    await edit(body.data.id, [{ step: 'white_background', threshold: 230 }])
    const first = async (background: string) => {
      const { hash } = await store(await on(background))
      const { bytes } = await render(hash, { image: body.data.id, format: 'png' })
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const middle = (32 * info.width + 32) * info.channels
      return [[...data.subarray(0, 3)], [...data.subarray(middle, middle + 3)]]
    }
    const red = [0xd0, 0x20, 0x20]
    expect(await first('#f2f0ee')).toEqual([[255, 255, 255], red])
    expect(await first('#c0c0c0')).toEqual([[0xc0, 0xc0, 0xc0], red])
  })

  test.each([
    [{ step: 'rotate', degrees: 45 }],
    [{ step: 'straighten', degrees: 16 }],
    [{ step: 'crop', x: 0, y: 0, width: 0, height: 1 }],
    [{ step: 'focal_point', x: 2, y: 0 }],
    [{ step: 'flip', axis: 'horizontal', more: 1 }],
    [{ step: 'blur' }],
  ])('%j is refused on its attribute [RENDITION-10]', async (step) => {
    const { status, body } = await server.post('/images', {
      attributes: { file_name: 'c', edit_steps: JSON.stringify([step]) },
    })
    const [{ field, issue }] = body.error.field_errors
    expect([status, field, issue]).toEqual([400, 'attributes.edit_steps', 'invalid_value'])
  })

  test('former files are versions, and one is restored by its path [RENDITION-11]', async () => {
    const paths: string[] = []
    for (const width of [40, 50, 60]) paths.push((await store(await flag(width, 20).png().toBuffer())).path)
    const [one, two, three] = paths
    const { body } = await server.post('/images', { attributes: { file_name: 'd', image_url: one } })
    const write = (path: string | undefined) =>
      server.patch(`/images/${body.data.id}`, { attributes: { image_url: path } })
    const versions = async () => {
      const answer = await server.get(`/images/${body.data.id}/versions`)
      return answer.body.data.map(({ file }: { file: { path: string } }) => file.path)
    }
    expect(await versions()).toEqual([])
    for (const path of [two, three]) await write(path)
    expect(await versions()).toEqual([two, one])
    expect((await write(one)).status).toBe(200)
    expect(await versions()).toEqual([three, two])
    expect((await server.get(`/images/${randomUUID()}/versions`)).status).toBe(404)
  })
})
