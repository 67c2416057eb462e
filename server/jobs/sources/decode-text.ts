import { isUtf8 } from 'node:buffer'
import { unusable } from '../../fetch/unusable.ts'

/** Decodes bytes by their mark, by the declared charset, else as UTF-8 or Windows-1252. */
export function decodeText(bytes: Uint8Array, mediaType: string | undefined): string {
  const charset =
    markedCharset(bytes) ?? declaredCharset(bytes, mediaType) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(charset).decode(bytes)
  if (text.includes('\0')) throw unusable('It is not a text, whatever its name or type says.')
  return text
}

function markedCharset(bytes: Uint8Array): string | undefined {
  const marks: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
  return marks[Buffer.from(bytes.subarray(0, 2)).toString('hex')]
}

/** The charset named by server or page, if known and not disproved by the bytes. */
function declaredCharset(bytes: Uint8Array, mediaType = ''): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const [, charset] =
    /charset="?([\w-]+)/i.exec(mediaType) ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}
