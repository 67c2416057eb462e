import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { Backup } from '#shared/backups.ts'
import { hasRqlite, startRqlite } from '../testing/rqlite-nodes.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const sku = { name: 'SKU', key: 'sku', entity_type: 'product', data_type: 'single_line_text_field' }
const writers = 4

async function restoreWhileWriting(server: TestServer) {
  const root = `/app/v1/workspaces/${server.workspace.id}/backups`
  const backup: Backup = (await server.asOwner({ method: 'POST', path: root })).body.data
  const [acknowledged, refused] = [new Set<string>(), new Map<string, string>()]
  const state = { isOver: false }
  const write = async (writer: number) => {
    for (let index = 0; !state.isOver; index++) {
      const answer = await server.post('/products', { attributes: { sku: `W${writer}-${index}` } })
      if (answer.status === 201) acknowledged.add(answer.body.data.id)
      else refused.set(`${answer.status}`, `${answer.headers['retry-after']} ${answer.body.error.message}`)
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  await setTimeout(300)
  const { status, body } = await server.asOwner({ method: 'POST', path: `${root}/${backup.id}/restore` })
  await setTimeout(200)
  state.isOver = true
  await writing

  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { previous: { id: expect.any(String) } } },
  })
  const previous = join(server.dataDir, 'backups', server.workspace.id, `${body.data?.previous?.id}.vitrine`)
  const inBackup = idsIn(previous)
  const inCatalog = idsIn(server.workspace.file)
  const lost = [...acknowledged].filter((id) => !inBackup.has(id) && !inCatalog.has(id))
  return { status, acknowledged: acknowledged.size, inBackup, inCatalog, lost, refused }
}

function idsIn(file: string): ReadonlySet<string> {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    const rows = sqlite.prepare('SELECT uuid FROM entity').pluck().all()
    return new Set(rows.map(String))
  } finally {
    sqlite.close()
  }
}

function expectWhole(result: Awaited<ReturnType<typeof restoreWhileWriting>>): void {
  const { status, acknowledged, inBackup, inCatalog, lost, refused } = result
  console.info(
    `restored while ${writers} wrote: ${acknowledged} acknowledged, ${inBackup.size} in the backup, ${inCatalog.size} in the catalog, ${lost.length} lost`,
  )
  expect(status).toBe(200)
  expect(inBackup.size).toBeGreaterThan(0)
  expect(inCatalog.size).toBeGreaterThan(0)
  for (const [code, stdout] of refused)
    expect(`${code} ${stdout}`).toMatch(/^503 1 A backup is being put back/)
}

describe('what was acknowledged while a backup is put back is in the catalog or in the backup of before [BACKUP-08]', () => {
  test('in a file', async () => {
    await using server = await testServer({ attributes: [{ ...sku, is_primary: true }], isThreaded: true })
    const result = await restoreWhileWriting(server)
    expect(result.lost).toEqual([])
    expectWhole(result)
  })

  test.skipIf(!hasRqlite())('in a cluster', async () => {
    await using one = await startRqlite()
    const nodes = one.nodes.map(({ address }) => address)
    await using server = await testServer({
      attributes: [{ ...sku, is_primary: true }],
      isThreaded: true,
      nodes,
    })
    const result = await restoreWhileWriting(server)
    expect(result.lost).toEqual([])
    expectWhole(result)
  })
})
