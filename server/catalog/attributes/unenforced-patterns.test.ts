import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runVitrine } from '../../testing/command-line.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { openDatabase } from '../../store/database/database.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { updateAttribute } from './update-attribute.ts'
import { unenforcedPatterns } from '../connections/upkeep.ts'

const store = "UPDATE attribute SET config = json_set(config, '$.constraints.pattern', ?) WHERE key = 'code'"
const renew = "UPDATE meta SET value = 'other' WHERE key = 'schema_version'"

test('a stored pattern that cannot be run is not, may be sent back, and is told [VALUE-23]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Code')
  const { id } = catalog.create('product', { code: 'x' })
  catalog.write((tx) => {
    tx.run(store, '(a*)\\1')
    tx.run(renew)
  })
  const request = { type: 'product', faults: [], context: testContext } as const
  const change = (body: object) =>
    catalog.answer<{ name: string }>((tx) => updateAttribute(tx, { ...request, key: 'code', body }))

  // Over this text the pattern would take years.
  const code = `${'a'.repeat(30_000)}b`
  const body = { attributes: { code } }
  expect(catalog.answer((tx) => updateEntity(tx, { ...request, id, body })).status).toBe(200)
  expect(change({ name: 'Other', constraints: { pattern: '(a*)\\1' } }).data.name).toBe('Other')
  expect(catalog.read(unenforcedPatterns)).toEqual([
    {
      check: 'patterns',
      message: expect.stringMatching(/^No value is checked by the pattern of "Other" \(code of product\)/),
    },
  ])
  change({ constraints: { pattern: 'a*' } })
  expect(catalog.read(unenforcedPatterns)).toEqual([])
})

test('the check of a workspace tells it, and calls the file sound [VALUE-23]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-patterns-'))
  try {
    const vitrine = (...args: string[]) => runVitrine([...args, '--data', folder])
    const csv = join(folder, 'codes.csv')
    writeFileSync(csv, 'code\nA-1\n')
    const { file } = (await vitrine('workspace', 'create', 'Old')).last
    await vitrine('import', csv, '--workspace', 'Old', '--type', 'product')
    const database = openDatabase(file)
    database.write((tx) => {
      tx.run(store, 'a(?=b)')
      tx.run(renew)
    })
    database.close()
    const checked = await vitrine('check', '--workspace', 'Old')
    expect(checked).toMatchObject({ code: 0, lines: [{ ok: true, findings: [{ check: 'patterns' }] }] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
