import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportUndoResult } from '#shared/jobs.ts'
import { counts, JobWorkspace } from '../../testing/job-workspace.ts'
import { withoutCodes } from '../../testing/without-codes.ts'

let workspace: JobWorkspace
beforeEach(async () => {
  workspace = await JobWorkspace.open()
})
afterEach(() => workspace[Symbol.asyncDispose]())

const text = 'single_line_text_field'
const named = { entity_type: 'product', key: 'product_name', name: 'Product name', is_primary: true } as const

async function undo(job: string): Promise<ImportUndoResult> {
  const { result } = await workspace.undo(job)
  if (result === null || !('trashed' in result)) throw new Error('The undo told nothing.')
  return result
}

describe('attributes that an import makes', () => {
  test.each(['Name', 'Title'])(
    'a file with %s fills the name of products, and makes none of columns that hold nothing [IMPORT-17]',
    async (header) => {
      await workspace.define({ ...named, data_type: text })
      const { result } = await workspace.import(`${header},Lot,Empty\nChair,a1,\nTable,a2,\n`)

      expect(result).toMatchObject({
        ...counts(2, 0, 0, 0),
        created_attributes: ['lot'],
        ignored_columns: ['Empty'],
      })
      expect(await workspace.products()).toEqual([
        { product_name: 'Chair', lot: 'a1' },
        { product_name: 'Table', lot: 'a2' },
      ])
    },
  )

  test('are those of the roles of their columns [IMPORT-17]', async () => {
    const picture = 'https://example.com/a.jpg'
    const csv = `Art.-Nr.;Bezeichnung;Bild;Beschreibung\n1000001;Stuhl;${picture};<p>Gut</p>\n1000002;Tisch;${picture};<p>Fest</p>\n`
    await workspace.import(csv)

    expect(await workspace.dataTypes()).toEqual({
      art_nr: text,
      bezeichnung: text,
      bild: 'image',
      beschreibung: 'rich_text_field',
    })
    expect((await workspace.entities('product')).map(({ label }) => label)).toEqual(['Stuhl', 'Tisch'])
  })

  test('go again where no row was written, in a dry run too [IMPORT-18]', async () => {
    await workspace.define({ ...named, data_type: text })
    const csv = 'Colour,Lot\nred,1\nblue,2\n'
    const dry = await workspace.import(csv, { dry_run: true })
    const real = await workspace.import(csv)

    for (const { result } of [dry, real])
      expect(result).toMatchObject({ ...counts(0, 0, 0, 2), created_attributes: [] })
    expect(await workspace.dataTypes()).toEqual({ product_name: text })
  })

  test('go with its undo, with the values of what went to the trash [IMPORT-18]', async () => {
    const { id } = await workspace.import('sku,name,price\nA,one,1\n', { merge_key: 'sku' })

    expect(await undo(id)).toMatchObject({
      trashed: 1,
      removed_attributes: ['sku', 'name', 'price'],
      kept_attributes: [],
    })
    expect(await workspace.dataTypes()).toEqual({})
    expect((await workspace.undo(id)).result).toMatchObject({ trashed: 0 })
  })

  test.each([['first'], ['last']])(
    'of files that belong together go when the %s import is the last to be taken back, and nothing else uses them [IMPORT-18]',
    async (order) => {
      const products = await workspace.import('sku,name,weight\nA,one,1\n', { merge_key: 'sku' })
      const others = await workspace.import('sku,name,weight,colour\nB,two,2,red\nC,three,3,blue\n', {
        merge_key: 'sku',
      })
      const [one, two] = order === 'first' ? [others, products] : [products, others]
      await undo(one.id)
      await undo(two.id)
      expect(await workspace.products()).toEqual([])
      expect(await workspace.dataTypes()).toEqual({})
    },
  )

  test('stay with a reason where others hold values of them or use them [IMPORT-18]', async () => {
    await workspace.define({ ...named, data_type: text })
    const { id } = await workspace.import('Name,lot,shelf,weight,gone\nA,1a,x,5,g\n')
    await workspace.import('Name,lot\nB,2b\n')
    const view = { name: 'Store', entity_type: 'product', visible_columns: ['shelf'] }
    await workspace.threads.call('createView', { body: view, faults: [] })
    const formula = {
      name: 'Twice',
      entity_type: 'product',
      data_type: 'formula',
      formula: '{{weight}} * 2',
    } as const
    await workspace.define(formula)

    const { removed_attributes: removed, kept_attributes: stayed } = await undo(id)

    expect(removed).toEqual(['gone'])
    expect(withoutCodes(stayed)).toEqual([
      { key: 'lot', type: 'product', reason: 'Other entries hold values of it.' },
      { key: 'shelf', type: 'product', reason: 'The view “Store” uses it.' },
      { key: 'weight', type: 'product', reason: expect.stringContaining('"Twice"') },
    ])
  })
})
