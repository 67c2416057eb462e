import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../index.ts'
import { commandFolder, runForPeople, runVitrine } from '../testing/command-line.ts'
import { runHere } from '../testing/in-process-host.ts'

const { folder, dataDir, file } = commandFolder('keys')
let server: RunningServer
let count = 0
let named: string[]

const vitrine = (...args: string[]) => runVitrine([...args, ...named, '--data', dataDir])
const people = (...args: string[]) => runForPeople([...args, ...named, '--data', dataDir])
const products = ['--type', 'product']

beforeAll(async () => {
  server = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  count += 1
  named = []
  await vitrine('workspace', 'create', `W${count}`)
  named = ['--workspace', `W${count}`]
})

describe('a list that nobody says a key of', () => {
  const csv = 'Art.-Nr.;Bezeichnung;Lagerbestand\nA-1;Stuhl;5\nA-2;Tisch;7\n'
  const json = '[{"Art.-Nr.":"A-1","Bezeichnung":"Stuhl"},{"Art.-Nr.":"A-2","Bezeichnung":"Tisch"}]'

  test.each([
    ['csv', csv],
    ['json', json],
  ])('%s: the second time nothing is created or changed [IMPORT-19]', async (format, content) => {
    const list = file(`list.${format}`, content)
    const first = await vitrine('import', list, ...products)
    const again = await vitrine('import', list, ...products)

    expect(first.last).toMatchObject({ result: { created: 2, merge_key: 'art_nr' } })
    expect([again.code, again.last]).toMatchObject([0, { result: { created: 0, updated: 0, unchanged: 2 } }])
  })

  test('xlsx: the second time nothing is created or changed [IMPORT-19]', async () => {
    await vitrine('import', file('first.csv', csv), ...products)
    const list = join(folder, 'list.xlsx')
    await vitrine('export', ...products, '--to', list, '--fields', 'art_nr,bezeichnung,lagerbestand')
    const again = await vitrine('import', list, ...products)

    expect(again.last).toMatchObject({ result: { format: 'xlsx', created: 0, updated: 0, unchanged: 2 } })
  })

  test('says by what it finds what is there, and is imported anew where none is wanted [IMPORT-19]', async () => {
    const list = file('said.csv', csv)
    await vitrine('import', list, ...products)
    const more = file('more.csv', `${csv}A-3;Bank;1\n`)
    const said = await people('import', more, ...products, '--dry-run')
    const again = await people('import', more, ...products, '--merge-key', 'none')

    expect(said.stdout).toContain(
      'By Art.-Nr.: 2 are there already and are updated, 1 is new. (--merge-key none makes every row a new entry.)',
    )
    expect(again.stdout).toContain('3 created, 0 updated')
    expect(again.stdout).toContain(
      'Without a merge key every row becomes a new entry, but 2 of 3 rows have the Art.-Nr. of one that is there already. Import them by art_nr to update those instead.',
    )
  })

  test('is not found by a column that is not unique or not filled [IMPORT-19]', async () => {
    const twice = await vitrine('import', file('twice.csv', 'SKU,Name\nA,one\nA,two\n'), ...products)
    const empty = await vitrine('import', file('empty.csv', 'SKU,Name\nB,one\n,two\n'), ...products)

    expect([twice.last, empty.last]).toMatchObject([
      { result: { created: 2, merge_key: null } },
      { result: { created: 2, merge_key: null } },
    ])
  })

  test('numbers can be the key, and are compared as numbers [IMPORT-19]', async () => {
    const first = await vitrine('import', file('n1.csv', 'name,weight\na,1\nb,2.5\n'), ...products)
    const second = file('n2.csv', 'name,weight\nx,1.0\ny,2.50\nz,30\nw,much\n')
    const again = await vitrine('import', second, ...products, '--merge-key', 'weight')

    expect(first.last).toMatchObject({ result: { created: 2 } })
    expect(again.last).toMatchObject({ result: { created: 1, updated: 2, failed: 1 } })
  })
})

test.each(['csv', 'xlsx', 'jsonl'])(
  'an own export as %s is imported without a change [IMPORT-19]',
  async (format) => {
    await vitrine('import', file('own.csv', 'name,colour\nsame,red\nsame,blue\nlast,red\n'), ...products)
    const exported = join(folder, `own-${count}.${format}`)
    await vitrine('export', ...products, '--format', format, '--to', exported)
    const again = await vitrine('import', exported, ...products)

    expect(again.last).toMatchObject({
      result: { merge_key: 'id', created: 0, updated: 0, unchanged: 3, failed: 0, created_attributes: [] },
    })
  },
)

describe('a file like one that was imported before', () => {
  const mapping = join(folder, 'mapping.json')
  const first = 'Was;Preis\nStuhl;1,50\nTisch;2,50\n'
  const second = 'Was;Preis\nStuhl;1,75\nBank;9,50\n'
  beforeEach(async () => {
    writeFileSync(mapping, '{"Preis":{"key":"price","data_type":"number","decimal":"comma"}}')
    const list = file('Preise 2026-11-01.csv', first)
    await vitrine('import', list, ...products, '--merge-key', 'Was', '--mapping', mapping)
  })

  test('takes its settings, and says so [IMPORT-20]', async () => {
    const { stdout, code } = await people('import', file('Preise 2026-12-02 (2).csv', second), ...products)

    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^With the settings of Preise 2026-11-01\.csv, imported on \d{4}-\d\d-\d\d\. \(--anew/,
    )
    expect(stdout).toContain('By Was: 1 is there already and is updated, 1 is new.')
    expect(stdout).toContain('1 created, 1 updated, 0 unchanged, 0 failed')
  })

  test('takes none where it has another name or other columns, or none are wanted [IMPORT-20]', async () => {
    const other = await people('import', file('Lager.csv', second), ...products, '--dry-run')
    const wider = await people(
      'import',
      file('Preise 3.csv', 'Was;Preis;x\na;1;2\n'),
      ...products,
      '--dry-run',
    )
    const again = await people('import', file('Preise 4.csv', second), ...products, '--dry-run', '--anew')

    for (const { stdout } of [other, wider, again]) expect(stdout).not.toContain('With the settings of')
  })

  test('options that are given go before what was so then [IMPORT-20]', async () => {
    const list = file('Preise 5.csv', second)
    const { last } = await vitrine('import', list, ...products, '--merge-key', 'none', '--dry-run')

    expect(last).toMatchObject({ result: { created: 2, merge_key: null, failed: 0 } })
  })

  test('nothing is taken of an import that was undone [IMPORT-20]', async () => {
    const list = file('Liste 1.csv', 'sku,name\nX,y\n')
    const { last } = await vitrine('import', list, ...products)
    await vitrine('undo', last.id)
    const again = await people('import', file('Liste 2.csv', 'sku,name\nX,y\n'), ...products, '--dry-run')

    expect(again.stdout).not.toContain('With the settings of')
  })
})
