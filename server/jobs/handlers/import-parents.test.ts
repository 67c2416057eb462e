import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { JobWorkspace } from '../../testing/job-workspace.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
})
afterEach(() => workspace[Symbol.asyncDispose]())

async function readTree(type: 'product' | 'category' = 'product', from = workspace) {
  const all = await from.entities(type)
  const labels = new Map(all.map(({ id, label }) => [id, label]))
  return all
    .map(({ label, parent_id: parent }) => `${parent === null ? '' : `${labels.get(parent)} > `}${label}`)
    .sort()
}

describe('a column of parents is known by its cells, which another column of the file has', () => {
  const expected = ['Becher', 'Hemd', 'Hemd > Hemd M', 'Hemd > Hemd S']

  test.each([
    ['by SKU', 'sku,parent_sku,name\nH,,Hemd\nH-S,H,Hemd S\nH-M,H,Hemd M\nB,,Becher\n'],
    [
      'in German, further down',
      'Artikelnummer;Hauptartikel;Bezeichnung\nH-S;H;Hemd S\nH-M;h;Hemd M\nH;;Hemd\nB;;Becher\n',
    ],
    ['by numbers of the file', 'id,Parent ID,name\n10,,Hemd\n11,10,Hemd S\n12,10,Hemd M\n13,,Becher\n'],
    ['by the field of the catalog', 'id,parent_id,name\n1,,Hemd\n2,1,Hemd S\n3,1,Hemd M\n4,,Becher\n'],
    [
      'that names itself in French',
      'Référence;Référence parent;Nom\nH;H;Hemd\nH-S;H;Hemd S\nH-M;H;Hemd M\nB;B;Becher\n',
    ],
    ['by name in Polish', 'Nazwa;Produkt nadrzędny;Cena\nHemd S;Hemd;1\nHemd;;2\nHemd M;Hemd;3\nBecher;;4\n'],
  ])('%s [IMPORT-07]', async (_what, csv) => {
    const { result } = await workspace.import(csv)
    expect(result).toMatchObject({ created: 4, failed: 0 })
    expect(await readTree()).toEqual(expected)
  })

  test('categories below others that come later [IMPORT-07]', async () => {
    const csv = 'Category,Parent category\nShirts,Clothing\nClothing,\nPolo,Shirts\n'
    await workspace.import(csv, { type: 'category' })
    expect(await readTree('category')).toEqual(['Clothing', 'Clothing > Shirts', 'Shirts > Polo'])
  })

  test('and one that names groups without rows of their own is an attribute [IMPORT-07]', async () => {
    await workspace.import('sku,parent_sku,name\nA-1,A,eins\nA-2,A,zwei\n')
    expect(await readTree()).toEqual(['eins', 'zwei'])
    expect(await workspace.products()).toMatchObject([{ parent_sku: 'A' }, { parent_sku: 'A' }])
  })
})

test.each(['sku', undefined])(
  'an own export goes into another workspace whole, by %s [IMPORT-07]',
  async (mergeKey) => {
    await workspace.import('sku,parent_sku,name\nT,,Tisch\nT-1,T,Tisch weiß\nT-2,T,Tisch rot\nB,,Bank\n')
    const { bytes } = await workspace.export({ type: 'product' })
    await using fresh = await JobWorkspace.open()
    const fields = mergeKey === undefined ? {} : { merge_key: mergeKey }
    const first = await fresh.import(bytes, fields)

    expect(first.result).toMatchObject({ created: 4, failed: 0 })
    expect(await readTree('product', fresh)).toEqual(await readTree())
    if (mergeKey === undefined) return
    expect((await fresh.import(bytes, fields)).result).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
  },
)
