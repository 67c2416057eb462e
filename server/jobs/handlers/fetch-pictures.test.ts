import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { ImportResult, Job, PicturesResult } from '#shared/jobs.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'
import { testSite } from '../../testing/test-site.ts'

const settings = { allowsPrivateAddresses: true, hostPauseMs: 0 }

const png = (name: string): Buffer =>
  Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.from(name)])

const sends =
  (bytes: Buffer): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', 'image/png').end(bytes)

async function openShop(options = settings): Promise<JobWorkspace> {
  const shop = await JobWorkspace.open({ settings: options })
  await shop.define({
    name: 'SKU',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await shop.define({ name: 'Picture', entity_type: 'product', data_type: 'image' })
  await shop.define({
    name: 'File name',
    entity_type: 'image',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await shop.define({ name: 'Image URL', key: 'image_url', entity_type: 'image', data_type: 'image' })
  await shop.define({
    name: 'Gallery',
    entity_type: 'product',
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
  })
  return shop
}

const fetching = { merge_key: 'sku', pictures: 'fetch', create_missing_images: true } as const

async function importAndFetch(
  shop: JobWorkspace,
  file: string,
  fields: object = fetching,
): Promise<{ result: ImportResult; job: Job | undefined; id: string }> {
  const { id, result } = await shop.import(file, fields)
  const imported = result as ImportResult
  const jobId = imported.pictures?.job_id
  return { id, result: imported, job: jobId ? await shop.job(jobId) : undefined }
}

const gallery = async (shop: JobWorkspace) =>
  (await shop.entities('image')).map(({ attributes }) => attributes['image_url'])

const isFile = expect.stringMatching(/^files\/[0-9a-f]{64}\.png$/)

test('pictures are fetched once each after the rows, by a job that counts; the file again fetches and changes nothing [IMPORT-26]', async () => {
  using site = await testSite({
    '/a.png': sends(png('a')),
    '/b.png': sends(png('b')),
    '/twin.png': sends(png('b')),
  })
  const { origin } = site
  await using shop = await openShop()
  const file = [
    'sku,picture,gallery',
    `A,${origin}/a.png,"${origin}/b.png, ${origin}/twin.png"`,
    `B,${origin}/a.png,${origin}/b.png`,
    'C,,',
  ].join('\n')
  const { result, job } = await importAndFetch(shop, file)
  expect(result).toMatchObject({ ...counts(3, 0, 0, 0), pictures: { wanted: 3, already_there: 0 } })
  expect(job).toMatchObject({
    name: 'fetch_pictures',
    status: 'completed',
    progress: { current: 3, total: 3 },
    metadata: { workflow: 'fetch_pictures', file: 'test.csv' },
    result: { pictures: 3, fetched: 3, already_there: 0, failed: 0, errors: [], errors_file: null },
  })
  const products = await shop.products()
  expect(products).toMatchObject([{ picture: isFile }, { picture: isFile }, { sku: 'C' }])
  expect(products[0]?.['picture']).toBe(products[1]?.['picture'])
  const images = await gallery(shop)
  expect(images).toEqual([isFile, images[0]])
  expect(site.asked.toSorted()).toEqual(['/a.png', '/b.png', '/robots.txt', '/twin.png'])

  const again = await importAndFetch(shop, file)
  expect(again.result).toMatchObject({
    ...counts(0, 0, 3, 0),
    pictures: { wanted: 0, already_there: 3, job_id: null },
  })
  const plain = await importAndFetch(shop, file, { merge_key: 'sku' })
  expect(plain.result).toMatchObject({ ...counts(0, 0, 3, 0), missing_references: [] })
  expect(plain.result.pictures).toBeUndefined()
  expect(await gallery(shop)).toHaveLength(2)
  expect(site.asked).toHaveLength(4)
})

test('asked anew, a picture that has changed is replaced where this file put it, and one that has not is not sent again [IMPORT-33]', async () => {
  let current = 'a'
  const asked: (string | undefined)[] = []
  using site = await testSite({
    '/a.png': (request, response) => {
      asked.push(request.headers['if-none-match'])
      const etag = `"${current}"`
      const isSame = request.headers['if-none-match'] === etag
      response.setHeader('etag', etag)
      if (isSame) response.writeHead(304).end()
      else sends(png(current))(request, response)
    },
    '/twin.png': sends(png('a')),
  })
  const { origin } = site
  await using shop = await openShop()
  const file = `sku,picture,gallery\nA,${origin}/a.png,${origin}/a.png\nB,${origin}/twin.png,\nC,${origin}/a.png,\n`
  const anew = { ...fetching, pictures: 'refetch' }
  const first = await importAndFetch(shop, file, anew)
  expect(first.job?.result).toMatchObject({ pictures: 2, fetched: 2, replaced: 0, already_there: 0 })
  const before = (await shop.products()).map(({ picture }) => picture)
  expect(new Set(before).size).toBe(1)

  const same = await importAndFetch(shop, file, anew)
  expect(same.result).toMatchObject(counts(0, 0, 3, 0))
  expect(same.job?.result).toMatchObject({ pictures: 2, fetched: 0, replaced: 0, already_there: 2 })
  expect(asked).toEqual([undefined, '"a"'])

  current = 'b'
  const changed = await importAndFetch(shop, file, anew)
  expect(changed.result).toMatchObject(counts(0, 0, 3, 0))
  expect(changed.job?.result).toMatchObject({ fetched: 1, replaced: 1, already_there: 1, failed: 0 })
  const after = (await shop.products()).map(({ picture }) => picture)
  expect(after[1]).toBe(before[1])
  expect(after[0]).toEqual(isFile)
  expect(after[0]).not.toBe(before[0])
  expect(after[2]).toBe(after[0])
  expect(await gallery(shop)).toEqual([after[0]])

  await shop.undo(changed.id)
  expect((await shop.products()).map(({ picture }) => picture)).toEqual(before)
  const plain = await importAndFetch(shop, file)
  expect(plain.result).toMatchObject(counts(0, 2, 1, 0))
})

test('what cannot be fetched stays a link and is told by row, column, address and reason, with counts [IMPORT-26]', async () => {
  using site = await testSite({
    '/robots.txt': (_request, response) =>
      void response.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /secret/\n'),
    '/page': '<!doctype html><p>Sold out',
    '/large.png': (_request, response) =>
      void response.writeHead(200, { 'content-length': String(30 * 1024 * 1024) }).end(),
    '/broken.png': (_request, response) => void response.writeHead(500).end(),
    '/a.png': sends(png('a')),
  })
  const { origin } = site
  await using shop = await openShop()
  const paths = ['/gone.png', '/page', '/large.png', '/secret/b.png', '/broken.png', '/a.png']
  const file = ['sku,picture', ...paths.map((path, index) => `${index},${origin}${path}`)].join('\n')
  const { job } = await importAndFetch(shop, file)
  const result = job?.result as PicturesResult
  expect(result).toMatchObject({
    pictures: 6,
    fetched: 1,
    failed: 5,
    failed_by: { not_found: 1, not_a_picture: 1, too_large: 1, refused: 1, unreachable: 1 },
    errors_file: `/jobs/${job?.id}/errors`,
  })
  expect(result.errors.map(({ row, field, value }) => [row, field, value])).toEqual(
    paths.slice(0, 5).map((path, index) => [index + 1, 'picture', `${origin}${path}`]),
  )
  expect(result.errors.map(({ issue }) => issue)).toEqual([
    expect.stringContaining('there is none at this address (404'),
    expect.stringContaining('is no picture'),
    'The picture is larger than 20 MB.',
    expect.stringContaining('does not allow programs to read'),
    expect.stringContaining('its server has a fault (500'),
  ])
  const lines = (await shop.result(job?.id ?? '', 'errors')).split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[0]).toBe('\uFEFFRow,Column,Address,Reason')
  expect(lines[1]).toMatch(/^1,picture,http:\/\/127\.0\.0\.1:\d+\/gone\.png,/)
  expect((await shop.products()).map(({ picture }) => picture)).toEqual([
    ...paths.slice(0, 5).map((path) => `${origin}${path}`),
    isFile,
  ])

  // The next import of the file fetches only the failed ones.
  const before = site.asked.length
  const again = await importAndFetch(shop, file)
  expect(again.result).toMatchObject({ ...counts(0, 0, 6, 0), pictures: { wanted: 5, already_there: 1 } })
  expect(again.job?.result).toMatchObject({ pictures: 6, already_there: 1, failed: 5 })
  expect(site.asked.slice(before)).not.toContain('/a.png')
})

test('addresses of this computer are refused unless the owner allows them, and the row stays [IMPORT-26]', async () => {
  using site = await testSite({ '/a.png': sends(png('a')) })
  await using shop = await openShop({ ...settings, allowsPrivateAddresses: false })
  const { job } = await importAndFetch(shop, `sku,picture\nA,${site.origin}/a.png`)
  expect(job?.result).toMatchObject({ fetched: 0, failed_by: { refused: 1 } })
  expect(site.asked).toEqual([])
})

test('the undo of the import takes fetched pictures back, and waits until they have come [IMPORT-26]', async () => {
  let held: (() => void) | undefined
  using site = await testSite({
    '/a.png': (request, response) => {
      held = () => sends(png('a'))(request, response)
    },
    '/b.png': sends(png('b')),
  })
  const { origin } = site
  await using shop = await openShop()
  await shop.import(`sku,picture\nA,${origin}/old.png`, { merge_key: 'sku' })
  const id = await shop.enqueue(
    `sku,picture,gallery\nA,${origin}/a.png,${origin}/b.png\nB,${origin}/a.png,`,
    fetching,
  )
  await expect.poll(() => held !== undefined).toBe(true)
  await expect(shop.undo(id)).rejects.toThrow('still being fetched')
  held?.()
  await shop.runner.idle()
  expect(await shop.products()).toMatchObject([{ picture: isFile }, { picture: isFile }])

  const undone = await shop.undo(id)
  expect(undone.result).toMatchObject({ kept: 0, changed_meanwhile: 0, failed: 0, trashed: 2 })
  expect(await shop.products()).toMatchObject([{ sku: 'A', picture: `${origin}/old.png` }])
  expect(await gallery(shop)).toEqual([])
})

test('cut off or cancelled, what has come stays; taken up again, it is not asked for twice [IMPORT-26]', async () => {
  let isReady = false
  using site = await testSite({
    '/a.png': sends(png('a')),
    '/z.png': (request, response) => {
      if (isReady) sends(png('z'))(request, response)
    },
  })
  const { origin } = site
  await using shop = await openShop()
  await shop.enqueue(`sku,picture\nA,${origin}/a.png\nZ,${origin}/z.png`, fetching)
  await expect.poll(() => site.asked).toContain('/z.png')
  await expect.poll(async () => (await shop.products())[0]?.['picture']).toEqual(isFile)
  isReady = true
  await shop.restart()
  await shop.runner.idle()
  expect(await shop.products()).toMatchObject([{ picture: isFile }, { picture: isFile }])
  expect(site.asked.filter((path) => path.endsWith('.png'))).toEqual(['/a.png', '/z.png', '/z.png'])
})

test('a cancelled job leaves the rest as links; a dry run and an import that links fetch nothing [IMPORT-26]', async () => {
  using site = await testSite({ '/a.png': sends(png('a')), '/z.png': () => undefined })
  const { origin } = site
  await using shop = await openShop()
  const file = `sku,picture\nA,${origin}/a.png\nZ,${origin}/z.png`
  const trial = await importAndFetch(shop, file, { ...fetching, dry_run: true })
  expect(trial.result.pictures).toEqual({ wanted: 2, already_there: 0, job_id: null })
  await shop.import(file, { merge_key: 'sku' })
  expect(site.asked).toEqual([])

  const id = await shop.enqueue(file, fetching)
  await expect.poll(async () => (await shop.products())[0]?.['picture']).toEqual(isFile)
  await expect.poll(() => site.asked).toContain('/z.png')
  const { pictures } = (await shop.job(id)).result as ImportResult
  const job = pictures?.job_id ?? ''
  await shop.threads.call('cancelJob', { id: job })
  shop.runner.stop(job)
  await shop.runner.idle()
  expect(await shop.job(job)).toMatchObject({
    status: 'cancelled',
    result: { fetched: 1, failed: 0, pictures: 2 },
  })
  expect((await shop.products()).map(({ picture }) => picture)).toEqual([isFile, `${origin}/z.png`])

  await shop.import(file, { merge_key: 'sku', pictures: 'link' })
  expect((await shop.products())[0]?.['picture']).toBe(`${origin}/a.png`)
})
