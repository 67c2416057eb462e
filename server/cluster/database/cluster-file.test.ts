import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClusterFileError, readClusterFile } from './cluster-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-file-'))
  await writeFile(join(folder, 'password'), 'hunter2\n')
  await writeFile(join(folder, 'empty'), '\n')
  await writeFile(join(folder, 'ca.pem'), 'PEM')
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (content: unknown) => {
  const file = join(folder, 'cluster.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readClusterFile(file)
}
const credentials = { user: 'vitrine', password_file: 'password' }

describe('[RQLITE-01] a file of clusters', () => {
  test('names nodes, credentials and certificates, by paths beside it', async () => {
    const map = await read({
      databases: {
        'vitrine.db': { nodes: ['https://a.example:4001/'] },
        Shop: { nodes: ['https://b.example:4001', 'https://c.example:4001'], local_file: 'data/db.sqlite' },
      },
      ...credentials,
      ca_file: 'ca.pem',
    })
    const shared = { credentials: { user: 'vitrine', password: 'hunter2' }, authority: 'PEM' }
    expect(map.ofRegistry()).toEqual({
      database: 'vitrine.db',
      nodes: ['https://a.example:4001'],
      localFile: undefined,
      ...shared,
    })
    const shop = {
      database: 'Shop',
      nodes: ['https://b.example:4001', 'https://c.example:4001'],
      localFile: join(folder, 'data/db.sqlite'),
      ...shared,
    }
    expect(map.ofWorkspace({ name: 'SHOP ', file: '/d/workspaces/x.vitrine' })).toEqual(shop)
    expect(map.ofWorkspace({ name: 'Renamed', file: '/d/workspaces/shop.vitrine' })).toEqual(shop)
  })

  test('leaves alone what it does not name, and vitrine.db is no name of a workspace', async () => {
    const map = await read({ databases: { 'vitrine.db': { nodes: ['http://127.0.0.1:4001'] } } })
    expect(map.ofWorkspace({ name: 'vitrine.db', file: '/d/vitrine.db.vitrine' })).toBeUndefined()
    expect(map.ofWorkspace({ name: 'Shop', file: '/d/shop.vitrine' })).toBeUndefined()
  })

  test.each(['http://127.0.0.1:4001', 'http://localhost:4001', 'http://[::1]:4001'])(
    'needs neither TLS nor credentials on this computer: %s',
    async (node) => {
      const map = await read({ databases: { Shop: { nodes: [node] } } })
      expect(map.databases[0]?.nodes).toEqual([node])
    },
  )
})

const shop = (...nodes: string[]) => ({ databases: { Shop: { nodes } } })

test.each([
  ['another computer without TLS', { ...shop('http://a.example:4001'), ...credentials }, 'https://'],
  ['a name that only begins like this computer', shop('http://127.0.0.1.example:4001'), 'another computer'],
  ['another computer without credentials', shop('https://a.example:4001'), '"password_file"'],
  ['half of the credentials', { ...shop('http://127.0.0.1:4001'), user: 'x' }, 'belong together'],
  ['an empty password', { ...shop('http://127.0.0.1:1'), user: 'x', password_file: 'empty' }, 'is empty'],
  [
    'a missing password',
    { ...shop('http://127.0.0.1:1'), user: 'x', password_file: 'none' },
    'cannot be read',
  ],
  ['a path behind the address', shop('http://127.0.0.1:4001/db'), 'host and port alone'],
  ['what is no address', shop('127.0.0.1:4001'), 'such as https://'],
  ['a node named twice', shop('http://127.0.0.1:1', 'http://127.0.0.1:1'), 'named twice'],
  [
    'two databases on one node',
    { databases: { A: { nodes: ['http://[::1]:1'] }, B: { nodes: ['http://[::1]:1'] } } },
    'one database',
  ],
  [
    'one database under two names',
    { databases: { Shop: { nodes: ['http://[::1]:1'] }, shop: { nodes: ['http://[::1]:2'] } } },
    'named twice',
  ],
  ['no nodes', shop(), 'no file of clusters'],
  ['a word it does not know', { ...shop('http://127.0.0.1:1'), passwort: 'x' }, 'no file of clusters'],
  ['no JSON', 'databases:', 'not JSON'],
])('[RQLITE-02] refused: %s', async (_case, content, words) => {
  const reading = read(content)
  await expect(reading).rejects.toThrow(ClusterFileError)
  await expect(reading).rejects.toThrow(words)
})

test('[RQLITE-02] a password in an address is refused and not repeated', async () => {
  for (const [node, words] of [
    ['https://ann:hunter2@a.example:4001', 'Leave the credentials out of https://a.example:4001'],
    ['ftp://ann:hunter2@a.example', 'not "ftp://…@a.example"'],
  ] as const) {
    const reading = read(shop(node))
    await expect(reading).rejects.toThrow(words)
    await expect(reading).rejects.not.toThrow('hunter2')
  }
})
