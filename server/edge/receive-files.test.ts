import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { zipBytes } from '../testing/zip-bytes.ts'
import { receiveFiles } from './receive-files.ts'
import { isFile } from './upload.ts'

const limits = { bytes: 1e6, files: 20, fileBytes: 1000, unpackedBytes: 5000, archiveParts: 10 }

/** Sends files as a form and returns their names as received, their sizes on disk and what was refused. */
async function receive(files: Readonly<Record<string, Buffer>>) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-receive-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const app = Fastify()
  await app.register(multipart, { isPartAFile: isFile, preservePath: true, throwFileSizeLimit: false })
  app.decorateRequest('idempotency', null)
  app.post('/', async (request) => {
    const { files: received, faults } = await receiveFiles(request, folder, limits)
    return { names: received.map(({ name }) => name), faults: faults.map(({ message }) => message) }
  })
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files))
    form.append('files', new Blob([new Uint8Array(bytes)]), name)
  const encoded = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  await app.close()
  const stored = await readdir(folder)
  const sizes = await Promise.all(stored.map(async (name) => (await stat(join(folder, name))).size))
  const { names, faults } = answer.json<{ names: string[]; faults: string[] }>()
  return { names, faults, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

test('an archive is opened with its folders, one inside of it is a file [ASSET-01]', async () => {
  const inner = zipBytes({ 'b.jpg': 'b' })
  const { names, faults } = await receive({
    'all.zip': zipBytes({ 'CH-1/a.jpg': 'a', 'inner.zip': inner, '__MACOSX/x': 'x' }),
  })
  expect([names, faults]).toEqual([['CH-1/a.jpg', 'inner.zip'], []])
})

test('a document of an office stays a file, wherever its telling part stands [ASSET-01]', async () => {
  const parts = { '_rels/.rels': '<a/>', 'word/media/image1.png': 'x', 'word/document.xml': '<a/>' }
  const types = { '[Content_Types].xml': '<Types/>' }
  const { names, faults } = await receive({
    'CH-100.docx': zipBytes({ ...parts, ...types }),
    'CH-200.xlsx': zipBytes({ ...types, 'xl/workbook.xml': '<a/>' }),
    'CH-300.zip': zipBytes({ 'a/CH-300.png': 'x' }),
  })
  expect([names, faults]).toEqual([['CH-100.docx', 'CH-200.xlsx', 'a/CH-300.png'], []])
})

test('an archive of too many parts, of too many bytes or a damaged one is refused by its name [ASSET-01]', async () => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.jpg`, 'x']))
  const large = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`${index}.jpg`, Buffer.alloc(900)]),
  )
  const tooMany = await receive({ 'many.zip': zipBytes(many) })
  expect([tooMany.names.length, tooMany.faults.length, tooMany.faults[0]?.startsWith('many.zip')]).toEqual([
    0,
    1,
    true,
  ])
  const tooLarge = await receive({ 'large.zip': zipBytes(large) })
  expect(tooLarge.faults).toHaveLength(1)
  expect(tooLarge.bytes).toBeLessThan(limits.unpackedBytes + 1001)
  const damaged = await receive({ 'cut.zip': zipBytes({ 'a.jpg': 'a' }).subarray(0, 40) })
  expect([damaged.names, damaged.faults[0]?.startsWith('cut.zip')]).toEqual([[], true])
})

test('what unpacks to more than a file may have is cut one byte behind it [ASSET-05]', async () => {
  const { names, bytes } = await receive({ 'bomb.zip': zipBytes({ 'a.jpg': Buffer.alloc(500_000) }) })
  expect([names, bytes]).toEqual([['a.jpg'], 1001])
})
