import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorkspaceFile } from '../store/file/workspace-file.ts'
import { testServer } from '../testing/test-server.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
const workspaces = '/app/v1/workspaces'
const keys = `${workspaces}/${server.workspace.id}/keys`

describe('workspaces', () => {
  test('are created and listed', async () => {
    const { status, body } = await server.asOwner({
      method: 'POST',
      path: workspaces,
      body: { name: 'Lamps' },
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ name: 'Lamps', file: expect.stringMatching(/lamps\.vitrine$/) })
    const list = await server.asOwner({ path: workspaces })
    expect(list.body.data).toContainEqual(body.data)
  })

  test('that lie elsewhere are opened by their whole path, each once', async () => {
    const open = (file: string) =>
      server.asOwner({ method: 'POST', path: `${workspaces}/open`, body: { file } })
    const file = join(server.dataDir, 'elsewhere.vitrine')
    createWorkspaceFile(file)
    const opened = await open(file)
    expect([opened.status, opened.body.data]).toMatchObject([200, { name: 'elsewhere', file }])
    expect((await open(file)).body).toEqual(opened.body)

    const letter = join(server.dataDir, 'letter.txt')
    writeFileSync(letter, 'Dear reader')
    const refused = await open(letter)
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining(`${letter} is not a`),
    ])
    expect((await open('letter.txt')).body.error.field_errors).toMatchObject([{ field: 'file' }])
  })

  test('are filled with the sample catalog on request, pictures included', { timeout: 60_000 }, async () => {
    const { body } = await server.asOwner({
      method: 'POST',
      path: workspaces,
      body: { name: 'Sample', sample: true },
    })
    const inSample = { 'vitrine-workspace': body.data.id }
    const { body: products } = await server.asOwner({ path: '/api/v1/products?limit=1', headers: inSample })
    expect(products.pagination.total).toBeGreaterThan(150)
    const { body: images } = await server.asOwner({ path: '/api/v1/images?limit=1', headers: inSample })
    const [, name] = /^files\/(.+)$/.exec(images.data[0].attributes.image_url) ?? []
    const path = `/files/${body.data.id as string}/${name}`
    const picture = await server.asOwner({ path })
    expect(picture.status).toBe(200)
    expect(picture.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\//),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect((await server.asOwner({ path: path.replace(/[0-9a-f]{64}/, '0'.repeat(64)) })).status).toBe(404)
    expect((await server.asOwner({ path: `/files/${server.workspace.id}/${name}` })).status).toBe(404)
    expect((await server.asOwner({ path: `/files/${body.data.id as string}/..%2Fvitrine.db` })).status).toBe(
      404,
    )
  })

  test('are checked and copied for the command line', async () => {
    const path = `${workspaces}/${server.workspace.id}`
    const checked = await server.asOwner({ method: 'POST', path: `${path}/check`, body: {} })
    expect(checked.body).toEqual({ data: { ok: true, findings: [] } })

    const file = join(server.dataDir, 'copy.vitrine')
    const copied = await server.asOwner({ method: 'POST', path: `${path}/backup`, body: { file } })
    expect([copied.status, existsSync(file)]).toEqual([200, true])
    const relative = await server.asOwner({
      method: 'POST',
      path: `${path}/backup`,
      body: { file: 'x.vitrine' },
    })
    expect([relative.status, relative.body.error.field_errors[0].field]).toEqual([400, 'file'])
  })

  test.each([
    ['no name', {}, 400, 'name'],
    ['an empty name', { name: ' ' }, 400, 'name'],
    ['a name of another type', { name: 5 }, 400, 'name'],
    ['an unknown field', { name: 'x', file: '/etc/passwd' }, 400, 'file'],
    ['a name that is taken', { name: 'TEST' }, 409, 'name'],
  ])('%s', async (_name, body, status, field) => {
    const answer = await server.asOwner({ method: 'POST', path: workspaces, body })
    expect([answer.status, answer.body.error.field_errors[0].field]).toEqual([status, field])
  })
})

describe('keys', () => {
  test('show their secret once, and are listed and revoked without it', async () => {
    const body = { name: 'ERP', scopes: ['read:products'], expires_at: '2999-01-01' }
    const issued = await server.asOwner({ method: 'POST', path: keys, body })
    expect([issued.status, issued.headers['cache-control']]).toEqual([201, 'no-store'])
    const { key, ...shown } = issued.body.data
    expect(key).toMatch(/^vtr_live_[0-9A-Za-z]{40}$/)
    expect((await server.asOwner({ path: keys })).body.data).toContainEqual(shown)

    const revoked = await server.asOwner({ method: 'DELETE', path: `${keys}/${shown.id as string}` })
    expect(revoked.body.data).toEqual(shown)
    expect((await server.asOwner({ path: keys })).text).not.toContain(shown.id)
  })

  test('are made with a list of scopes', async () => {
    const body = { name: 'x', scopes: 'all' }
    const answer = await server.asOwner({ method: 'POST', path: keys, body })
    expect([answer.status, answer.body.error.field_errors[0].field]).toEqual([400, 'scopes'])
  })
})
