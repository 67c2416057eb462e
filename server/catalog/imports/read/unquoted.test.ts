import { expect, test } from 'vitest'
import { counts, JobWorkspace } from '../../../testing/job-workspace.ts'

async function namesOf(file: string) {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(file)
  return { result, names: (await workspace.products()).map(({ name }) => name) }
}

test.each([
  ['tabs', '\t'],
  ['semicolons', ';'],
])(
  'two lone quotes swallow no rows of a file with %s that quotes nothing [IMPORT-42]',
  async (_what, mark) => {
    const rows = [
      ['sku', 'name', 'note'],
      ['1', '"Slim', 'z'],
      ['2', 'Plain', 'a'],
      ['3', 'Wide"', 'b'],
      ['4', 'End', 'c'],
    ]
    const { names } = await namesOf(rows.map((cells) => cells.join(mark)).join('\n'))
    expect(names).toEqual(['"Slim', 'Plain', 'Wide"', 'End'])
  },
)

test('a quote that nothing closes does not stop such a file [IMPORT-42]', async () => {
  const { names } = await namesOf('sku\tname\n1\t"Bio" Milch\n2\t"Hof\n3\tNuss\n')
  expect(names).toEqual(['"Bio" Milch', '"Hof', 'Nuss'])
})

test('texts of several lines between quotes stay whole [IMPORT-42]', async () => {
  const { names, result } = await namesOf('sku,name\n1,"two, or\n3,4"\n2,"17"" Monitor"\n')
  expect(result).toMatchObject(counts(2, 0, 0, 0))
  expect(names).toEqual(['two, or\n3,4', '17" Monitor'])
})

const swallowed = 'sku,name,note\n1,"Slim,z\n2,Plain,a\n3,Wide",b\n4,"a ""b""",c\n'

test('quotation marks are read as the user says, whatever the content says [IMPORT-42]', async () => {
  await using workspace = await JobWorkspace.open()
  const { result } = await workspace.import(swallowed, { quote: 'none' })
  expect(result).toMatchObject(counts(4, 0, 0, 0))
  const names = (await workspace.products()).map(({ name }) => name)
  expect(names).toEqual(['"Slim', 'Plain', 'Wide"', '"a ""b"""'])
  await using other = await JobWorkspace.open()
  await other.import('sku\tname\n1\t"Slim"\n2\tWide\n', { quote: 'double' })
  expect((await other.products()).map(({ name }) => name)).toEqual(['Slim', 'Wide'])
  await expect(other.enqueue('', { quote: 'single' })).rejects.toThrow('double, none')
})

test('a cell that looks like whole rows is told, and a text of several lines is not [IMPORT-42]', async () => {
  const { result } = await namesOf(swallowed)
  expect(result).toMatchObject({
    notes: [{ message_code: 'file.cells_of_rows', values: { count: 1, column: 'name', row: 1 } }],
  })
  const { result: plain } = await namesOf('sku,name,note\n1,"two, or\nthree",b\n2,c,d\n')
  expect(plain).not.toHaveProperty('notes')
})
