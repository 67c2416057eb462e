import type { SourceFormat } from './reading.ts'
import { type FormatHints, recognizeFormat, describeUnreadable } from './recognize-format.ts'
import { unusable } from '../../fetch/unusable.ts'
import { openZip } from './zip-file.ts'

/** Which reader takes the bytes. */
export async function sniffFormat(bytes: Buffer, hints: FormatHints): Promise<SourceFormat> {
  const told = recognizeFormat(bytes, hints)
  if (told === 'archive') return zipFormat(bytes)
  if (typeof told === 'string') return told
  throw unreadable(told.unreadable)
}

function unreadable(what: string): Error {
  return unusable(describeUnreadable(what))
}

async function zipFormat(bytes: Buffer): Promise<SourceFormat> {
  const { names } = await openZip(bytes)
  if (names.includes('word/document.xml')) return 'docx'
  if (names.includes('xl/workbook.xml')) return 'xlsx'
  throw unreadable('a packed file')
}
