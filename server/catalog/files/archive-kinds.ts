/** What an archive holds by the names of its parts, read from its directory; nothing of it is unpacked. */

const endMark = 0x06_05_4b_50
const entryMark = 0x02_01_4b_50
const firstMark = 0x04_03_4b_50
const endLength = 22
const maxComment = 65_535
const entryLength = 46
const firstLength = 30
// Documents of offices have dozens of parts, and the telling ones come early.
export const maxNames = 2000
const maxNameLength = 200

/** The part that every document of an office has, wherever it stands in the archive. */
export const officePart = '[Content_Types].xml'

export type ArchiveKind = 'docx' | 'xlsx' | 'zip'

/** The kind of an archive; one whose directory is not there, since only its beginning is known, is a zip. */
export function archiveKindOf(bytes: Uint8Array): ArchiveKind | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = bytes.length >= firstLength ? view.getUint32(0, true) : 0
  if (mark !== firstMark) return findEnd(view) === 0 ? 'zip' : undefined
  const names = listNames(bytes, view)
  if (!names.has(officePart)) return 'zip'
  // A document with a program in it is not taken for a plain one.
  if ([...names].some((name) => name.endsWith('vbaProject.bin'))) return 'zip'
  if (names.has('word/document.xml')) return 'docx'
  return names.has('xl/workbook.xml') ? 'xlsx' : 'zip'
}

/** Where the end of the directory stands; an empty archive begins with it. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - endLength - maxComment)
  for (let at = view.byteLength - endLength; at >= first; at -= 1)
    if (view.getUint32(at, true) === endMark) return at
  return undefined
}

function listNames(bytes: Uint8Array, view: DataView): ReadonlySet<string> {
  const names = new Set<string>()
  const end = findEnd(view)
  if (end === undefined) return names
  let at = view.getUint32(end + 16, true)
  while (names.size < maxNames && at + entryLength <= end && view.getUint32(at, true) === entryMark) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const start = at + entryLength
    if (name !== undefined && name <= maxNameLength)
      names.add(Buffer.from(bytes.subarray(start, start + name)).toString('utf8'))
    at = start + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return names
}
