/** A kind of file that a workspace stores, known by its first bytes; the sent file name is ignored. */
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
  { extension: 'mov', media_type: 'video/quicktime', fits: hasBrand(/^ftypqt/) },
  { extension: 'mp4', media_type: 'video/mp4', fits: hasBrand(/^ftyp(isom|iso\d|mp4\d|avc1|dash|M4V)/) },
  { extension: 'webm', media_type: 'video/webm', fits: startsWith('\u001aE\u00df\u00a3') },
  { extension: 'pdf', media_type: 'application/pdf', fits: startsWith('%PDF-') },
]

export const storableExtensions: readonly string[] = signatures.map(({ extension }) => extension)

export function detectFileKind(bytes: Uint8Array): FileKind | undefined {
  const head = bytes.subarray(0, fileHeadLength)
  const kind = signatures.find(({ fits }) => fits(head))
  return kind && { extension: kind.extension, media_type: kind.media_type }
}

function isSvg(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head)
  return /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)
}
