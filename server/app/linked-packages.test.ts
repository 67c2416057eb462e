import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const attributes = [
  { name: 'SKU', key: 'sku', data_type: 'single_line_text_field', entity_type: 'product', is_primary: true },
  { name: 'Photo', key: 'photo', data_type: 'image', entity_type: 'product' },
]
const drawing = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`

test('a package tells the linked files that it does not hold, and takes them in where asked to [LIBRARY-08]', async () => {
  await using server = await testServer({ attributes })
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-package-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'a.svg'), drawing(8))
  await writeFile(join(folder, 'copy of a.svg'), drawing(8))
  const library = await server.asOwner({
    method: 'POST',
    path: '/app/v1/asset-libraries',
    body: { name: 'Photos', path: folder },
  })
  const value = (name: string) => `linked/${library.body.data.id}/${name}`
  for (const name of ['a.svg', 'copy of a.svg', 'gone.svg'])
    await server.post('/products', { attributes: { sku: name, photo: value(name) } })

  const save = async (name: string, more: object) => {
    const file = join(server.dataDir, name)
    const path = `/app/v1/workspaces/${server.workspace.id}/package`
    const { body } = await server.asOwner({ method: 'POST', path, body: { file, ...more } })
    const { status, result } = await server.endedJob(body.data.id)
    expect(status).toBe('completed')
    return { file, result, parts: unzipSync(await readFile(file)) }
  }
  const plain = await save('plain.zip', {})
  expect(plain.result.linked_files).toEqual({
    taken_in: 0,
    not_held: 3,
    first_not_held: ['a.svg', 'copy of a.svg', 'gone.svg'].map(value),
  })
  const whole = await save('whole.zip', { with_linked: true })
  expect(whole.result.linked_files).toEqual({ taken_in: 2, not_held: 1, first_not_held: [value('gone.svg')] })
  expect(whole.result.counts.files).toBe(1)
  const [name = ''] = Object.keys(whole.parts).filter((part) => part.startsWith('files/'))
  expect(Buffer.from(whole.parts[name] ?? []).toString()).toBe(drawing(8))
  const lines = Buffer.from(whole.parts['values/product.jsonl'] ?? []).toString()
  const photos = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).attributes.photo)
  expect(photos).toEqual([name, name, value('gone.svg')])

  const opening = await server.asOwner({
    method: 'POST',
    path: '/app/v1/workspaces/open-package',
    body: { file: whole.file, name: 'Elsewhere' },
  })
  expect(opening.status).toBe(202)
})
