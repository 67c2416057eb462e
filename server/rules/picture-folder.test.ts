import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TeamServer, type TestBrowser, teamServer } from '../testing/team-server.ts'
import { withoutCodes } from '../testing/without-codes.ts'

const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('secret')])

let root: string
let open: string
let own: string
let server: TeamServer
let editor: TestBrowser
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-picture-folder-')))
  open = join(root, 'pictures')
  own = join(root, 'of the administrator')
  for (const folder of [open, join(open, 'spring'), own]) await mkdir(folder)
  for (const folder of [join(open, 'spring'), own]) await writeFile(join(folder, 'chair.png'), picture)
  await symlink(own, join(open, 'way-out'))
  await symlink(open, join(root, 'way-in'))
  server = await teamServer({ pictureFolders: [open] })
  const text = { entity_type: 'product', data_type: 'single_line_text_field' }
  for (const attribute of [
    { ...text, name: 'SKU', key: 'sku', is_primary: true },
    { ...text, name: 'Photo', key: 'photo', data_type: 'image' },
  ])
    await server.owner.post('/api/v1/attributes', attribute)
  editor = await server.join({ email: 'eve@example.com', role: 'editor' })
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

async function importFrom(browser: TestBrowser, folder: string) {
  const boundary = 'boundary'
  const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"'
  const sent = await browser.send({
    method: 'POST',
    path: '/app/v1/import-uploads',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `--${boundary}\r\n${part}\r\n\r\nsku,photo\nA,chair.png\n\r\n--${boundary}--\r\n`,
  })
  const path = `/app/v1/import-uploads/${sent.body.data.id as string}/import`
  const body = { type: 'product', merge_key: 'sku', images_folder: folder }
  return browser.post(path, body)
}

async function resultOf(id: string) {
  await expect
    .poll(async () => (await server.owner.get(`/api/v1/jobs/${id}`)).body.data.status)
    .toBe('completed')
  return (await server.owner.get(`/api/v1/jobs/${id}`)).body.data.result
}

test('an editor names folders that the server has opened for pictures, and no others [IMPORT-35]', async () => {
  const taken = await importFrom(editor, join(open, 'spring'))
  expect(taken.status).toBe(202)
  expect(await resultOf(taken.body.data.id)).toMatchObject({ created: 1, failed: 0 })
  const said = new Set<string>()
  const outside = [own, join(own, 'chair.png'), join(root, 'nowhere'), join(open, '../of the administrator')]
  for (const folder of [...outside, join(open, 'way-out'), `${open}-2`, '/', '/proc/self/root', root]) {
    const { status, body } = await importFrom(editor, folder)
    expect([folder, status, body.error.code]).toEqual([folder, 403, 'forbidden'])
    expect(body.error.field_errors).toMatchObject([{ field: 'images_folder' }])
    said.add(body.error.message)
  }
  expect([...said]).toEqual([
    `This folder may not be named here. Pictures are taken from ${open} and what is below.`,
  ])
  expect(withoutCodes((await importFrom(editor, join(open, 'autumn'))).body.error.field_errors)).toEqual([
    { field: 'images_folder', issue: 'There is no folder of this path.' },
  ])
})

test('an administrator names any folder, also by a link [IMPORT-35]', async () => {
  for (const folder of [own, join(root, 'way-in', 'spring')]) {
    const { status, body } = await importFrom(server.owner, folder)
    expect(status).toBe(202)
    expect(await resultOf(body.data.id)).toMatchObject({ failed: 0 })
  }
})
