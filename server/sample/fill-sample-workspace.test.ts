import { keysOf } from '#shared/text.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataTypeTraits } from '#shared/attributes.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import { runHere } from '../testing/in-process-host.ts'
import { openWorkspaceThreads, type WorkspaceThreads } from '../threads/pool.ts'
import { fillSampleWorkspace } from './fill-sample-workspace.ts'

let folder: string
let threads: WorkspaceThreads

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-sample-'))
  const file = join(folder, 'sample.vitrine')
  createWorkspaceFile(file)
  threads = await openWorkspaceThreads(file, { entry: runHere })
  await fillSampleWorkspace(threads)
}, 30_000)

afterAll(async () => {
  await threads.close()
  await rm(folder, { recursive: true })
})

function list(type: 'product' | 'vendor' | 'category' | 'image') {
  return { type, request: { limit: 200, offset: 0, sort: [], clauses: [], join: 'and' as const }, faults: [] }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
const read = (answer: Answer): any => parseAnswer(answer)

test('the sample catalog is complete, and uses every writable data type', async () => {
  const products = read(await threads.call('listEntities', list('product')))
  const totals = await Promise.all(
    (['vendor', 'category', 'image'] as const).map(
      async (type) => read(await threads.call('listEntities', list(type))).pagination.total as number,
    ),
  )
  const { data: attributes } = read(await threads.call('listAttributes', { faults: [] }))

  expect(products.pagination.total).toBe(200)
  expect(products.data.filter((product: { parent_id: string | null }) => product.parent_id).length).toBe(160)
  expect(totals).toEqual([12, 21, 60])
  const used = new Set(attributes.map((attribute: { data_type: string }) => attribute.data_type))
  const writable = keysOf(dataTypeTraits).filter((type) => dataTypeTraits[type].writable)
  expect(writable.filter((type) => !used.has(type))).toEqual([])
})

test('a picture of the sample catalog is a stored webp file', async () => {
  const { data } = read(await threads.call('listEntities', list('image')))
  const path = String(data[0].attributes.image_url)
  const file = await threads.call('readFile', { hash: path.slice('files/'.length, -'.webp'.length) })

  expect(path).toMatch(/^files\/[0-9a-f]{64}\.webp$/)
  expect(file?.media_type).toBe('image/webp')
  expect(Buffer.from(file?.bytes ?? []).toString('latin1', 8, 12)).toBe('WEBP')
})
