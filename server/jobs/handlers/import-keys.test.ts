import { describe, expect, test } from 'vitest'
import { JobWorkspace } from '../../testing/job-workspace.ts'
import type { ImportResult } from '#shared/jobs.ts'

async function importTwice(csv: string, mergeKey: string) {
  const workspace = await JobWorkspace.open()
  const first = await workspace.import(csv, { merge_key: mergeKey })
  const again = await workspace.import(csv, { merge_key: mergeKey })
  return { workspace, first: first.result as ImportResult, again: again.result as ImportResult }
}

describe('a flaw in the column of keys', () => {
  const rows = [
    ['a row that comes again', 'codice;nome\nT-1;Tazza\nT-2;Piatto\nT-3;Vaso\nT-2;Piattino\n', 1],
    ['the same row twice', 'référence;nom\nR1;Bol\nR2;Pot\nR1;Bol\n', 1],
    ['a cell without a value', 'artikelnr;naam\nA1;Kop\n;Bord\nA2;Vaas\nA3;Schaal\n', 1],
    ['another case', 'numer;nazwa\nx1;Kubek\nX1;Talerz\nX2;Wazon\n', 1],
    ['several flaws', 'artnr;namn\n1;Kopp\n1;Fat\n;Vas\n2;Skål\n2;Burk\n3;Krus\n', 3],
  ] as const

  test.each(rows)(
    '%s holds that row, and the second import changes nothing [IMPORT-04]',
    async (_, csv, held) => {
      const [key = ''] = csv.split(';')
      const { workspace, first, again } = await importTwice(csv, key)
      await using _open = workspace
      const written = csv.trim().split('\n').length - 1 - held

      expect(first).toMatchObject({ created: written, updated: 0, failed: 0, held })
      expect(again).toMatchObject({ created: 0, updated: 0, unchanged: written, failed: 0, held })
      expect(first.errors).toHaveLength(held)
    },
  )

  test('the row is named by its key and both of its numbers, and a dry run says so too [IMPORT-04]', async () => {
    await using workspace = await JobWorkspace.open()
    const csv = 'sku,name\n1,a\n2,b\n1,c\n'
    for (const dry_run of [true, false]) {
      const { result } = await workspace.import(csv, { merge_key: 'sku', dry_run })
      expect(result).toMatchObject({
        repeated_keys: [{ value: '1', rows: [1, 3] }],
        errors: [{ row: 3, field: 'sku', value: '1', message_code: 'row.key_repeated', held: true }],
      })
    }
    expect(await workspace.products()).toMatchObject([{ name: 'a' }, { name: 'b' }])
  })

  test('does not keep the column from being proposed as the key [IMPORT-19]', async () => {
    await using workspace = await JobWorkspace.open()
    const preview = await workspace.preview('sku,name\n1,a\n2,b\n3,c\n3,d\n,e\n')
    expect(preview.merge_keys[0]).toMatchObject({ key: 'sku', unique: false, filled: 4, is_sure: true })
    const lines = await workspace.preview('sku,text\n1,a\n1,b\n2,c\n2,d\n3,e\n3,f\n')
    expect(lines.merge_keys.find(({ key }) => key === 'sku')).toMatchObject({ is_sure: false })
  })
})

describe('the key is chosen by its cells', () => {
  test.each([
    ['Kood,Kirjeldus\nKT-100,Kruus\nKT-101,Taldrik\nKT-102,Vaas\n', 'kood'],
    ['Šifra,Opis\nŠ-1/2,Skodelica\nŠ-1/3,Krožnik\nŠ-1/4,Vaza\n', 'sifra'],
    [
      'Text,Strichcode Haupt\nTasse,4006381550017\nTeller,4006381550024\nVase,4006381550031\n',
      'strichcode_haupt',
    ],
  ])('%s where no word tells [IMPORT-19]', async (csv, key) => {
    await using workspace = await JobWorkspace.open()
    const { merge_keys: keys } = await workspace.preview(csv)
    expect(keys[0]).toMatchObject({ key, is_sure: true })
  })

  test('what finds all rows comes before what finds none, and before one that finds a few [IMPORT-19]', async () => {
    await using workspace = await JobWorkspace.open()
    const eans = ['4006381550017', '4006381550024', '4006381550031']
    await workspace.import(`sku,ean\n${eans.map((ean, at) => `S-${at},${ean}`).join('\n')}\n`)
    const renumbered = await workspace.preview(
      `sku,ean\n${eans.map((ean, at) => `N-${at},${ean}`).join('\n')}\n`,
    )
    const mixed = await workspace.preview(`sku,ean\nS-0,${eans[1]}\nN-1,${eans[0]}\nN-2,${eans[2]}\n`)

    expect(renumbered.merge_keys[0]).toMatchObject({ key: 'ean', known: 3, is_sure: true })
    expect(mixed.merge_keys[0]).toMatchObject({ key: 'ean', known: 3 })
  })

  test('names and long texts are none, however different they are [IMPORT-19]', async () => {
    await using workspace = await JobWorkspace.open()
    const { merge_keys: keys } = await workspace.preview(
      'Titel,Maß\nTasse 1,10x10\nTasse 2,20x20\nTasse 3,30x30\n',
    )
    expect(keys.filter(({ is_sure: isSure }) => isSure).map(({ key }) => key)).not.toContain('titel')
  })
})

describe('codes that rows of different keys share', () => {
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src'

  test('two handles with one SKU are two products, and the SKU is told [IMPORT-32]', async () => {
    await using workspace = await JobWorkspace.open()
    const csv = `${head}\nlampe,Lampe,Title,Default Title,L9,10,\nleuchte,Leuchte,Title,Default Title,l9,12,\n`
    const first = await workspace.import(csv)
    const again = await workspace.import(csv)

    expect(first.result).toMatchObject({
      created: 2,
      updated: 0,
      warnings: [
        'Variant SKU l9 stands in rows 1, 2. They are entries of their own, as Handle tells them apart.',
      ],
    })
    expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  test('so are two variants of one product, wherever the known one stands [IMPORT-32]', async () => {
    await using workspace = await JobWorkspace.open()
    await workspace.import(`${head}\nhose,Hose,Größe,S,H1,10,\n`)
    const csv = `${head}\nhose,Hose,Größe,M,H1,11,\nhose,,,S,H1,10,\n`
    expect((await workspace.import(csv)).result).toMatchObject({ created: 1, updated: 0 })
    expect((await workspace.import(csv)).result).toMatchObject({ created: 0, updated: 0 })
  })

  test('a GTIN that two keys have is told, and both are written [IMPORT-04]', async () => {
    await using workspace = await JobWorkspace.open()
    const csv = 'sku,ean,name\nA,4006381550017,eins\nB,4006381550017,zwei\nC,4006381550024,drei\n'
    const { result } = await workspace.import(csv, { merge_key: 'sku' })
    expect(result).toMatchObject({ created: 3, failed: 0 })
    expect((result as ImportResult).warnings).toEqual([
      'ean 4006381550017 stands in rows 1, 2. They are entries of their own, as sku tells them apart.',
    ])
  })
})

const vendors = 'name,city\nAcme,Ulm\nBolt,Bonn\n'
const ofAnother = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e9'

test('vendors and categories are known by their names, where these find most of them [IMPORT-52]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(vendors, { type: 'vendor' })
  expect(await workspace.preview(vendors, { type: 'vendor' })).toMatchObject({
    merge_keys: [{ key: 'name', known: 2, is_sure: true }],
  })
  const others = 'name\nCord\nDune\nEcho\nAcme\n'
  expect(await workspace.preview(others, { type: 'vendor' })).toMatchObject({
    merge_keys: [{ key: 'name', known: 1, is_sure: false }],
  })
  await workspace.import('title\nOak\nElm\n', { type: 'product' })
  expect(await workspace.preview('title\nOak\nElm\n')).toMatchObject({ merge_keys: [{ is_sure: false }] })
})

test('an export of another workspace is known by its names, unless two of them are the same [IMPORT-52]', async () => {
  await using workspace = await JobWorkspace.open()
  const exported = ['id,parent_id,name', `${ofAnother}1,,Clothes`, `${ofAnother}2,${ofAnother}1,Shirts`]
  const asked = { type: 'category' }
  expect(await workspace.preview(exported.join('\n'), asked)).toMatchObject({
    merge_keys: [{ key: 'name', is_sure: true }],
  })
  const twice = [...exported, `${ofAnother}3,,Home`, `${ofAnother}4,${ofAnother}3,Shirts`]
  const { merge_keys: keys } = await workspace.preview(twice.join('\n'), asked)
  expect(keys.filter(({ is_sure: isSure }) => isSure)).toEqual([])
})
