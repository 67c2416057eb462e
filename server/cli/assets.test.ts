import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { runForPeople, runVitrine, servedFolder } from '../testing/command-line.ts'
import { findOnlyWorkspace } from './chosen-workspace.ts'
import { withCatalog } from './nearest-server.ts'

const drawing = (side: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`

test('a folder of pictures is matched with nothing chosen, placed, and taken back [ASSET-06]', async () => {
  const folder = await servedFolder('cli-assets')
  const data = ['--data', folder]
  const [list, pictures] = [join(folder, 'products.csv'), join(folder, 'pictures')]
  await mkdir(join(pictures, 'TB-1'), { recursive: true })
  await writeFile(list, 'sku,name,ean\nCH-100,Chair,4006381333931\nTB-1,Table,\n')
  await writeFile(join(pictures, 'CH-100_1.svg'), drawing(8))
  await writeFile(join(pictures, '4006381333931 2.svg'), drawing(9))
  await writeFile(join(pictures, 'TB-1', 'front.svg'), drawing(10))
  await writeFile(join(pictures, 'team photo.svg'), drawing(11))
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  await runVitrine(['import', list, ...data])

  const none = await runForPeople(['assets', 'match', pictures, ...data])
  expect([none.code, none.stderr.includes('--apply')]).toEqual([1, true])
  const placed = await runForPeople(['assets', 'match', pictures, '--apply', ...data])
  expect(placed).toMatchObject({ code: 0 })
  expect(placed.stdout).toContain('team photo.svg: no product has this name')
  expect(placed.stdout).toContain('3 pictures found a product, 1 left, listed above; 3 placed.')
  const again = await runVitrine(['assets', 'match', pictures, '--apply', ...data])
  expect([again.code, again.last]).toMatchObject([
    0,
    { counts: { already_there: 3, unmatched: 1 }, edit_id: null },
  ])
})

test('wrong rules and folders are refused before anything is done', async () => {
  const folder = await servedFolder('cli-assets-refused')
  const data = ['--data', folder]
  const gone = await runForPeople(['assets', 'match', join(folder, 'gone'), ...data])
  expect([gone.code, gone.stderr.includes('There is no folder')]).toEqual([1, true])
  await writeFile(join(folder, 'rules.json'), '7')
  const rules = await runForPeople([
    'assets',
    'match',
    folder,
    '--rules',
    join(folder, 'rules.json'),
    ...data,
  ])
  expect([rules.code, rules.stderr.includes('JSON object')]).toEqual([2, true])
})

test('linked libraries are scanned from the shell, one of them by its name [LIBRARY-07]', async () => {
  const folder = await servedFolder('cli-assets-scan')
  const data = ['--data', folder]
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  const none = await runForPeople(['assets', 'scan', ...data])
  expect([none.code, none.stderr.includes('links no library')]).toEqual([1, true])
  const pictures = `${folder}-pictures`
  onTestFinished(() => rm(pictures, { recursive: true, force: true }))
  await mkdir(pictures)
  await writeFile(join(pictures, 'a.svg'), drawing(8))
  await linkFolder(folder, { name: 'Photos', path: pictures })
  await writeFile(join(pictures, 'b.svg'), drawing(9))
  const scanned = await runVitrine(['assets', 'scan', '--library', 'photos', ...data])
  expect([scanned.code, scanned.last]).toMatchObject([0, { name: 'Photos', files: 2, missing: 0 }])
  await rm(pictures, { recursive: true })
  const away = await runForPeople(['assets', 'scan', ...data])
  expect(away.stdout).toContain('Photos is away')
  const unknown = await runForPeople(['assets', 'scan', '--library', 'Studio', ...data])
  expect([unknown.code, unknown.stderr.includes('It links Photos')]).toEqual([1, true])
})

test('a backup tells the linked files that it does not hold [BACKUP-10]', async () => {
  const folder = await servedFolder('cli-assets-backup')
  const data = ['--data', folder]
  const [list, pictures] = [join(folder, 'products.csv'), `${folder}-pictures`]
  onTestFinished(() => rm(pictures, { recursive: true, force: true }))
  await mkdir(pictures)
  await writeFile(list, 'sku,name\nCH-100,Chair\n')
  await writeFile(join(pictures, 'CH-100 Front.svg'), drawing(8))
  await writeFile(join(pictures, 'unused.svg'), drawing(9))
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  await runVitrine(['import', list, ...data])
  const backUp = ['backup', '--workspace', 'Shop', ...data]
  expect((await runVitrine(backUp)).last).not.toHaveProperty('linked_files')
  await linkFolder(folder, { name: 'Photos', path: pictures })
  await runVitrine(['assets', 'match', '--library', 'Photos', '--apply', ...data])
  expect((await runVitrine(backUp)).last).toMatchObject({
    linked_files: { not_held: 1, first_not_held: [expect.stringMatching(/\/CH-100 Front\.svg$/)] },
  })
  expect((await runForPeople(backUp)).stdout).toContain('It does not hold 1 linked file.')
})

test('files of a linked library are matched in place of a folder [LIBRARY-09]', async () => {
  const folder = await servedFolder('cli-assets-library')
  const data = ['--data', folder]
  const [list, pictures] = [join(folder, 'products.csv'), `${folder}-pictures`]
  onTestFinished(() => rm(pictures, { recursive: true, force: true }))
  await mkdir(join(pictures, 'spring'), { recursive: true })
  await writeFile(list, 'sku,name\nCH-100,Chair\nTB-1,Table\n')
  await writeFile(join(pictures, 'spring', 'CH-100.svg'), drawing(8))
  await writeFile(join(pictures, 'TB-1.svg'), drawing(9))
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  await runVitrine(['import', list, ...data])
  await linkFolder(folder, { name: 'Photos', path: pictures })
  const both = await runForPeople(['assets', 'match', pictures, '--library', 'Photos', ...data])
  expect([both.code, both.stderr.includes('--library')]).toEqual([2, true])
  const match = ['assets', 'match', '--library', 'photos', '--apply']
  const spring = await runVitrine([...match, '--folder', 'spring', ...data])
  expect([spring.code, spring.last]).toMatchObject([0, { counts: { matched: 1 } }])
  const all = await runVitrine([...match, ...data])
  expect([all.code, all.last]).toMatchObject([0, { counts: { matched: 1, already_there: 1 } }])
})

async function linkFolder(dataDir: string, body: { readonly name: string; readonly path: string }) {
  await withCatalog(dataDir, async (owner) => {
    const client = owner.in(await findOnlyWorkspace(owner, {}))
    await client.call('POST /app/v1/asset-libraries', { body })
  })
}

test('pictures are written to an archive by a recipe and a pattern, alone and beside a table [ASSET-10]', async () => {
  const folder = await servedFolder('cli-assets-export')
  const data = ['--data', folder]
  const [list, pictures] = [join(folder, 'products.csv'), join(folder, 'pictures')]
  await mkdir(pictures, { recursive: true })
  await writeFile(list, 'sku,name\nCH-100,Chair\nTB-1,Table\n')
  for (const [side, name] of ['CH-100_1', 'CH-100_2', 'TB-1'].entries())
    await writeFile(join(pictures, `${name}.svg`), drawing(100 + side))
  await runVitrine(['workspace', 'create', 'Shop', ...data])
  await runVitrine(['import', list, ...data])
  await runVitrine(['assets', 'match', pictures, '--apply', ...data])
  await withCatalog(folder, async (owner) => {
    const client = owner.in(await findOnlyWorkspace(owner, {}))
    await client.call('POST /app/v1/renditions', { body: { name: 'Web', width: 64, format: 'webp' } })
  })
  const names = async (file: string) => Object.keys(unzipSync(await readFile(join(folder, file))))
  const to = (file: string) => ['--to', join(folder, file)]

  const all = await runVitrine([
    'assets',
    'export',
    '--recipe',
    'web',
    '--pattern',
    '{sku}.{ext}',
    ...to('all.zip'),
    ...data,
  ])
  expect([all.code, all.last]).toMatchObject([0, { files: 3, collisions: 1 }])
  expect(await names('all.zip')).toEqual(['CH-100.webp', 'CH-100 (2).webp', 'TB-1.webp'])

  const table = [
    'export',
    '--workspace',
    'Shop',
    '--type',
    'product',
    '--q',
    'chair',
    ...to('chairs.csv'),
    '--pictures',
    join(folder, 'chairs.zip'),
  ]
  const beside = await runVitrine([...table, '--pattern', '{sku}_{n}.{ext}', ...data])
  expect([beside.code, beside.last]).toMatchObject([0, { files: 2, collisions: 0 }])
  expect(await names('chairs.zip')).toEqual(['CH-100_1.svg', 'CH-100_2.svg'])
  const unsaid = await runForPeople(['assets', 'export', ...data])
  expect([unsaid.code, unsaid.stderr.includes('--to FILE.zip')]).toEqual([2, true])
})
