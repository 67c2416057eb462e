import { expect, test } from 'vitest'
import { detectEncoding } from './text-encoding.ts'

test.each([
  ['UTF-8', Buffer.from('sku;größe\n'), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFsku;größe\n'), 'utf-8'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFsku;größe\n', 'utf16le'), 'utf-16le'],
  ['UTF-16 without', Buffer.from('sku;name\n1;a\n', 'utf16le'), 'utf-16le'],
  ['big-endian UTF-16 without', Buffer.from('sku;name\n1;a\n', 'utf16le').swap16(), 'utf-16be'],
  ['a text with a stray NUL', Buffer.from(`sku,name\n${'1,abc\n'.repeat(50)}2,a\0b\n`), 'utf-8'],
])('takes %s for text', (_what, bytes, encoding) => {
  expect(detectEncoding(bytes)).toEqual({ kind: 'text', encoding })
})

test.each([
  ['an Excel workbook', Buffer.from('PK\x03\x04xl/workbook.xml')],
  ['a PDF document', Buffer.from('%PDF-1.7')],
  ['JSON', Buffer.from('{\n  "sku": 1 }')],
  ['a web page', Buffer.from('<!DOCTYPE html><html>')],
  ['not a text file', Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))],
])('refuses %s and says what to do', (what, bytes) => {
  const nature = detectEncoding(bytes)
  expect(nature).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining(what) })
  expect(nature).toMatchObject({
    kind: 'unreadable',
    reason: expect.stringContaining('Save the table as CSV'),
  })
})

test('tells an empty file', () => {
  expect(detectEncoding(new Uint8Array())).toEqual({ kind: 'empty' })
})
