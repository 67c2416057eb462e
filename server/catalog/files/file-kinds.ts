/** Recognizes an archive by the names in its directory; none of its parts is unpacked. */

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

type ArchiveKind = 'docx' | 'xlsx' | 'zip'

/** The kind of an archive; one whose directory is not there, since only its beginning is known, is a zip. */
function archiveKindOf(bytes: Uint8Array): ArchiveKind | undefined {
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

/** A kind of file that a workspace stores, known by its content; the sent file name is ignored. */
export interface FileKind {
  readonly extension: string
  readonly media_type: string
}

interface Signature extends FileKind {
  readonly fits: (head: Uint8Array) => boolean
}

const toLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const startsWith =
  (text: string, offset = 0) =>
  (head: Uint8Array): boolean =>
    toLatin1(head.subarray(offset, offset + text.length)) === text

const hasBrand = (pattern: RegExp) => (head: Uint8Array) => pattern.test(toLatin1(head.subarray(4, 12)))

/** How many bytes of a file say of what kind it is. */
export const fileHeadLength = 1024

const signatures: readonly Signature[] = [
  { extension: 'png', media_type: 'image/png', fits: startsWith('\u0089PNG\r\n\u001a\n') },
  { extension: 'jpg', media_type: 'image/jpeg', fits: startsWith('\u00ff\u00d8\u00ff') },
  { extension: 'gif', media_type: 'image/gif', fits: startsWith('GIF8') },
  {
    extension: 'webp',
    media_type: 'image/webp',
    fits: (head) => startsWith('RIFF')(head) && startsWith('WEBP', 8)(head),
  },
  { extension: 'avif', media_type: 'image/avif', fits: hasBrand(/^ftypavi[fs]$/) },
  { extension: 'svg', media_type: 'image/svg+xml', fits: isSvg },
  { extension: 'heic', media_type: 'image/heic', fits: hasBrand(/^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/) },
  {
    extension: 'tiff',
    media_type: 'image/tiff',
    fits: (head) => startsWith('II*\0')(head) || startsWith('MM\0*')(head),
  },
  { extension: 'psd', media_type: 'image/vnd.adobe.photoshop', fits: startsWith('8BPS\0\u0001') },
  { extension: 'mov', media_type: 'video/quicktime', fits: hasBrand(/^ftypqt/) },
  { extension: 'mp4', media_type: 'video/mp4', fits: hasBrand(/^ftyp(isom|iso\d|mp4\d|avc1|dash|M4V)/) },
  { extension: 'webm', media_type: 'video/webm', fits: startsWith('\u001aE\u00df\u00a3') },
  { extension: 'pdf', media_type: 'application/pdf', fits: startsWith('%PDF-') },
  { extension: 'glb', media_type: 'model/gltf-binary', fits: startsWith('glTF') },
  { extension: 'mp3', media_type: 'audio/mpeg', fits: isMp3 },
]

const office = 'application/vnd.openxmlformats-officedocument'

/** Kinds of archives, which only their directory tells. */
const archives: Readonly<Record<ArchiveKind, string>> = {
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  zip: 'application/zip',
}

export const storableExtensions: readonly string[] = [
  ...signatures.map(({ extension }) => extension),
  ...Object.keys(archives),
]

export function detectFileKind(bytes: Uint8Array): FileKind | undefined {
  const head = bytes.subarray(0, fileHeadLength)
  const kind = signatures.find(({ fits }) => fits(head))
  if (kind) return { extension: kind.extension, media_type: kind.media_type }
  const archive = startsWith('PK')(head) ? archiveKindOf(bytes) : undefined
  return archive && { extension: archive, media_type: archives[archive] }
}

/** A tag of ID3, or a first frame of layer III; a tag may be followed by anything, as may any beginning. */
function isMp3(head: Uint8Array): boolean {
  if (head.length < 4) return false
  if (startsWith('ID3')(head)) return Number(head[3]) < 5
  const [first, second, third] = [Number(head[0]), Number(head[1]), Number(head[2])]
  const isFrame = first === 255 && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08
  const hasRates = third >> 4 > 0 && third >> 4 < 15 && (third & 0x0c) !== 0x0c
  return isFrame && hasRates
}

function isSvg(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head)
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)
}
