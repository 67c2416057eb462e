import { ScratchCatalog } from '../../../testing/scratch-catalog.ts'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { attributesOf } from '../../../store/tables/attributes.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import { missingLookups } from './missing-references.ts'
import { makeIndex } from '../../../store/tables/index-tables.ts'
import { missingForUndo } from '../write/undo-import.ts'

let catalog: ScratchCatalog
// So many that a look-up makes an index instead of scanning.
const vendors = 2001

beforeAll(() => {
  catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('vendor', 'Code')
  catalog.define('vendor', 'Note')
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  for (let index = 0; index < vendors; index += 1)
    catalog.create('vendor', { name: `V${index}`, code: `C${index}`, note: 'n' })
})

afterAll(() => catalog[Symbol.dispose]())

const nameOf = (key: string) =>
  catalog.read((db) => `value_${attributesOf(db, 'vendor').byKey.get(key)?.id ?? 0}` as const)

function column(key: string, by?: string): ImportColumn {
  return {
    index: 0,
    header: key,
    key,
    isNew: false,
    reason: 'name',
    ...(by !== undefined && { rule: { key, by } }),
  }
}

test('an import has those indexes made that its merge key and its references lack, and no others [SPACE-07]', () => {
  const missing = (type: 'vendor' | 'product', columns: ImportColumn[], key?: string) =>
    catalog.read((db) => missingLookups(db, type, { columns, merge_key: key }))
  const ofVendors = [column('name'), column('code'), column('note')]
  expect(missing('vendor', ofVendors)).toEqual([])
  expect(missing('vendor', ofVendors, 'name')).toEqual([])
  expect(missing('vendor', ofVendors, 'code')).toEqual([nameOf('code')])
  expect(missing('vendor', [column('parent_id')], 'code')).toEqual([nameOf('code')])
  expect(missing('product', [column('vendor')])).toEqual([])
  expect(missing('product', [column('vendor', 'id')])).toEqual([])
  expect(missing('product', [column('vendor', 'code')])).toEqual([nameOf('code')])
  const code = nameOf('code')
  catalog.write((tx) => makeIndex(tx, code))
  expect(missing('product', [column('vendor', 'code')])).toEqual([])
})

test('the undo of an import has the history of each entity made, once', () => {
  expect(catalog.read(missingForUndo)).toEqual(['history'])
  catalog.write((tx) => makeIndex(tx, 'history'))
  expect(catalog.read(missingForUndo)).toEqual([])
})
