import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../index.ts'
import { commandFolder, runForPeople, runVitrine } from '../testing/command-line.ts'
import { runHere } from '../testing/in-process-host.ts'

const { folder, dataDir, file } = commandFolder('told-type')
const goldens = join(import.meta.dirname, '../catalog/imports/read/shapes/goldens')
const named = ['--workspace', 'Told', '--data', dataDir]
let server: RunningServer

const vitrine = (...args: string[]) => runVitrine([...args, '--data', dataDir])
const dryRun = (file: string) => runForPeople(['import', file, ...named, '--dry-run'])

beforeAll(async () => {
  server = await startServer({ dataDir, port: 0, logLevel: 'silent', threadEntry: runHere })
  await vitrine('workspace', 'create', 'Told')
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['shopify.csv', 'it is a product file of Shopify'],
  ['bmecat.xml', 'it is a product file of BMEcat'],
  ['products.json', 'as only products have'],
])('%s is imported by its name alone, as products, and says why [IMPORT-34]', async (name, because) => {
  const { code, stdout, stderr } = await dryRun(join(goldens, name))
  expect(stdout).toContain('The rows are taken for products: ')
  expect(stdout).toContain(because)
  expect([code, stderr]).toEqual([0, ''])
})

test('a supplier’s list is one of products; the only workspace needs no option and is named [IMPORT-34]', async () => {
  const list = file('list.csv', 'Art.-Nr.;Bezeichnung;Preis\nA-1;Stuhl;12,50\nA-2;Tisch;99,90\n')
  const { code, stdout } = await runForPeople(['import', list, '--data', dataDir, '--dry-run'])
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'Into the workspace "Told", as there is no other.',
    'The rows are taken for products: it has Art.-Nr., Preis, as only products have. (--type says otherwise.)',
  ])
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 created, 0 updated')])
})

test.each([
  ['names', 'Name;Ort\nNordvik;Oslo\nBeaumont;Lyon\n'],
  ['no-header', 'Stuhl;rot\nTisch;blau\n'],
  ['tree', '[{"name":"Living","images":["https://x.example/a.jpg"],"variants":[{"name":"a"}]}]'],
])('%s: a file that does not tell is asked about, with code 2 [IMPORT-34]', async (name, content) => {
  const { code, stdout, stderr } = await dryRun(file(`${name}.txt`, content))
  expect([code, stdout, stderr]).toEqual([
    2,
    '',
    'The file does not tell what its rows are. Say it with --type: product, image, vendor, category.\n',
  ])
})

test('an export is known by its ids, and by its columns where they are of one type alone [IMPORT-34]', async () => {
  const vendors = file('vendors.csv', 'name,country\nNordvik,Norway\nBeaumont,France\n')
  await vitrine('import', vendors, '--workspace', 'Told', '--type', 'vendor')
  const exported = join(folder, 'out.csv')
  await vitrine('export', '--workspace', 'Told', '--type', 'vendor', '--to', exported)
  const again = await runForPeople(['import', exported, ...named])
  const more = await dryRun(file('more.csv', 'name,country\nLume,Italy\n'))

  expect(readFileSync(exported, 'utf8')).toContain('Nordvik')
  expect(again.stdout).toContain('taken for vendors: its ids are those of vendors of this workspace.')
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringContaining('0 created, 0 updated, 2 unchanged, 0 failed'),
  ])
  expect(more.stdout).toContain('taken for vendors: its columns are the attributes of vendors.')
})

test('what is wrong with a file is told as with a type [IMPORT-34]', async () => {
  const { code, stderr } = await dryRun(file('other.xml', '<?xml version="1.0"?><orders/>'))
  expect([code, stderr]).toEqual([1, expect.stringContaining('The import failed. ')])
})

test('a name, which other types have too, does not speak against products [IMPORT-34]', async () => {
  const { code, stdout } = await dryRun(file('named.csv', 'Name,Country,Price\nStool,Norway,12.50\n'))
  expect([code, stdout]).toEqual([0, expect.stringContaining('taken for products: it has Price, as only')])
})

test('a list whose columns other types have more of is not taken for products [IMPORT-34]', async () => {
  await vitrine('import', file('v.csv', 'name,cost,city\nA,1,b\n'), '--workspace', 'Told', '--type', 'vendor')
  const { code, stderr } = await dryRun(file('w.csv', 'name,cost,city,more\nB,2,c,d\n'))
  expect([code, stderr]).toEqual([2, expect.stringContaining('--type')])
})
