import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'

/** A file without a column that would tell its rows apart. */
const teas = 'Opis;Cena\nHerbata mała;2,50\nHerbata duża;3,50\nHerbata mała;2,50\n'

const knownFile = {
  warnings: [
    expect.stringMatching(/^This very file was imported on \d{4}-\d\d-\d\d as test\.csv\./),
    expect.stringMatching(/^3 rows were imported before and made no new entries\.$/),
  ],
}

test('a second import of a file without a key changes nothing, and says that the file is known [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  const first = await workspace.import(teas)
  expect(first.result).toMatchObject({ ...counts(3, 0, 0, 0), warnings: [] })
  expect((await workspace.import(teas)).result).toMatchObject({ ...counts(0, 0, 3, 0), ...knownFile })
  expect(await workspace.preview(teas)).toMatchObject({
    warnings: [expect.stringContaining('This very file was imported')],
  })
  expect(await workspace.products()).toHaveLength(3)
})

test('rows that were imported before are known in another file, in any order of columns [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(teas)
  const more =
    'Cena;Opis\n3,50;Herbata duża\n4,50;Kawa\n2,50;Herbata mała\n2,50;Herbata mała\n2,50;Herbata mała\n'
  // The third small tea is one more than before.
  const { result } = await workspace.import(more)
  expect(result).toMatchObject({
    ...counts(2, 0, 3, 0),
    warnings: ['3 rows were imported before and made no new entries.'],
  })
  expect((await workspace.import(more)).result).toMatchObject(counts(0, 0, 5, 0))
})

test('an import that was undone counts no more, and every row may be new on request [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  const { id } = await workspace.import(teas)
  await workspace.undo(id)
  expect((await workspace.import(teas)).result).toMatchObject({ ...counts(3, 0, 0, 0), warnings: [] })
  const { result } = await workspace.import(teas, { imported_rows: 'new' })
  expect(result).toMatchObject(counts(3, 0, 0, 0))
  expect(await workspace.products()).toHaveLength(6)
  // The request for new rows was about that one import.
  const { remembered } = await workspace.preview(teas, { type: 'product' }, 'test.csv')
  expect(remembered?.settings).not.toHaveProperty('imported_rows')
  expect((await workspace.import(teas)).result).toMatchObject(counts(0, 0, 3, 0))
})

test('another mapping writes the known rows instead of doubling them [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import(teas, { mapping: { Cena: null } })
  expect((await workspace.import(teas)).result).toMatchObject(counts(0, 3, 0, 0))
  expect(await workspace.products()).toMatchObject([{ cena: 2.5 }, { cena: 3.5 }, { cena: 2.5 }])
})

test('a dry run knows the rows and keeps nothing of its own [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  expect((await workspace.import(teas, { dry_run: true })).result).toMatchObject(counts(3, 0, 0, 0))
  expect((await workspace.import(teas)).result).toMatchObject({ ...counts(3, 0, 0, 0), warnings: [] })
  expect((await workspace.import(teas, { dry_run: true })).result).toMatchObject(counts(0, 0, 3, 0))
})

test('records of JSON and rows without the id that others have are known too [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  const json = JSON.stringify([
    { text: 'One', width: 4 },
    { text: 'Two', width: 5 },
  ])
  await workspace.import(json)
  expect((await workspace.import(json)).result).toMatchObject(counts(0, 0, 2, 0))

  const [one] = await workspace.entities('product')
  const mixed = `id,text\n${one?.id},One\n,Three\n`
  const fields = { merge_key: 'id' }
  expect((await workspace.import(mixed, fields)).result).toMatchObject(counts(1, 0, 1, 0))
  expect((await workspace.import(mixed, fields)).result).toMatchObject(counts(0, 0, 2, 0))
})

test('the file of the errors of an import without a key brings the failed rows only once [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  const file = 'text,parent_id\nOne,\nTwo,nobody\n'
  expect((await workspace.import(file)).result).toMatchObject(counts(1, 0, 0, 1))
  const mended = file.replace('nobody', '')
  expect((await workspace.import(mended)).result).toMatchObject(counts(1, 0, 1, 0))
  expect((await workspace.import(mended)).result).toMatchObject(counts(0, 0, 2, 0))
})

test('a file of which nothing was written is not known [IMPORT-48]', async () => {
  await using workspace = await JobWorkspace.open()
  await workspace.import('name\nOne\n')
  const failing = 'text\nTwo\n'
  for (const _ of [1, 2]) {
    const { result } = await workspace.import(failing)
    expect(result).toMatchObject({ ...counts(0, 0, 0, 1), warnings: [] })
  }
})
