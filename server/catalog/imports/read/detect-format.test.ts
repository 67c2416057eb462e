import { test, expect } from 'vitest'
import { detectEncoding } from './detect-format.ts'
import { textOf } from '#shared/messages/message.ts'

test.each([
  ['UTF-8', Buffer.from('sku;größe\n'), 'utf-8', 'content'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFsku;größe\n'), 'utf-8', 'mark'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFsku;größe\n', 'utf16le'), 'utf-16le', 'mark'],
  ['UTF-16 without', Buffer.from('sku;name\n1;a\n', 'utf16le'), 'utf-16le', 'content'],
  ['big-endian UTF-16 without', Buffer.from('sku;name\n1;a\n', 'utf16le').swap16(), 'utf-16be', 'content'],
  [
    'UTF-16 in Cyrillic',
    Buffer.from('Артикул;Название\n1;Настольная лампа\n', 'utf16le'),
    'utf-16le',
    'content',
  ],
  [
    'big-endian UTF-16 in Greek',
    Buffer.from('Κωδ;Όνομα\n1;Ξύλινη καρέκλα\n', 'utf16le').swap16(),
    'utf-16be',
    'content',
  ],
  ['a text with a stray NUL', Buffer.from(`sku,name\n${'1,abc\n'.repeat(50)}2,a\0b\n`), 'utf-8', 'content'],
])('takes %s for text', (_what, bytes, encoding, by) => {
  expect(detectEncoding(bytes)).toEqual({ kind: 'text', encoding, by })
})

test('what the user says counts before the content, and a mark before both', () => {
  const cyrillic = Buffer.from('sku;\xd6\xe5\xed\xe0\n', 'latin1')
  const asked = { kind: 'text', by: 'user' }
  expect(detectEncoding(cyrillic, 'windows-1251')).toEqual({ ...asked, encoding: 'windows-1251' })
  // Two-byte characters without a zero byte do not look like text.
  const wide = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 31))
  expect(detectEncoding(wide, 'utf-16be')).toEqual({ ...asked, encoding: 'utf-16be' })
  const marked = detectEncoding(Buffer.from('\uFEFFsku\n'), 'windows-1252')
  expect(marked).toEqual({ kind: 'text', encoding: 'utf-8', by: 'mark' })
  expect(detectEncoding(Buffer.from('%PDF-1.7'), 'windows-1252')).toMatchObject({ kind: 'unreadable' })
})

test.each([
  ['an Excel workbook', Buffer.from('PK\x03\x04xl/workbook.xml')],
  ['a PDF document', Buffer.from('%PDF-1.7')],
  ['JSON', Buffer.from('{\n  "sku": 1 }')],
  ['a web page', Buffer.from('<!DOCTYPE html><html>')],
  ['not a text file', Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))],
])('refuses %s and says what to do', (what, bytes) => {
  const nature = detectEncoding(bytes)
  expect(nature.kind).toBe('unreadable')
  const reason = nature.kind === 'unreadable' ? textOf(nature.reason) : ''
  expect(reason).toContain(what)
  expect(reason).toContain('Save the table as CSV')
})

test('tells an empty file', () => {
  expect(detectEncoding(new Uint8Array())).toEqual({ kind: 'empty' })
})
