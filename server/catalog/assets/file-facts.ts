import type { FileDetails } from '#shared/files.ts'
import { toIso } from '#shared/iso-times.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { listFileDetails, putFileDetails } from '../../store/tables/assets.ts'
import { findFileFacts } from '../../store/tables/files.ts'
import { toPath } from '../files/stored-files.ts'

/** The texts that a camera, an agency or a person wrote into a picture (IPTC, XMP). */
export interface PictureTexts {
  readonly title?: string
  readonly description?: string
  readonly creator?: string
  readonly copyright?: string
  readonly keywords?: string
}

/** The facts that the bytes of a file show; pixels are null where it is no picture. */
export interface FileFacts {
  readonly hash: string
  readonly size: number
  readonly extension: string
  readonly media_type: string
  /** The sides as the picture is shown, after its orientation. */
  readonly width: number | null
  readonly height: number | null
  readonly alpha: boolean | null
  readonly color_space: string | null
  /** The number of EXIF, 1 to 8. */
  readonly orientation: number | null
  readonly frames: number | null
  /** Only documents and TIFF have pages. */
  readonly pages: number | null
  /** Only sounds and movies have a duration, in seconds. */
  readonly duration: number | null
  readonly phash: string | null
  /** The whole signature of a picture in Base64, by which nearly the same ones are found. */
  readonly signature: string | null
  readonly dominant_color: string | null
  readonly digital_source_type: string | null
  readonly texts: PictureTexts
}

/** The facts of a file that is no picture, or whose picture cannot be read. */
export const emptyFacts: Omit<FileFacts, 'hash' | 'size' | 'extension' | 'media_type'> = {
  width: null,
  height: null,
  alpha: null,
  color_space: null,
  orientation: null,
  frames: null,
  pages: null,
  duration: null,
  phash: null,
  signature: null,
  dominant_color: null,
  digital_source_type: null,
  texts: {},
}

export type FileFault =
  | 'unreadable'
  | 'too_large'
  | 'empty'
  | 'unknown_kind'
  | 'too_many_pixels'
  | 'too_many_frames'
  | 'damaged'

export type InspectedFile =
  | FileFacts
  | { readonly fault: FileFault; readonly hash?: string; readonly size?: number }

export function isFaulty(file: InspectedFile): file is Extract<InspectedFile, { fault: FileFault }> {
  return 'fault' in file
}

/** The known facts of a file: those that its bytes show, or why they show none. */
type StoredFacts = Partial<FileFacts> & { readonly fault?: FileFault }

/** The known facts of a stored file; `checked_at` is null until its bytes have been inspected. */
export function readFileDetails(
  db: ReadableDb,
  { hash }: { readonly hash: string },
): FileDetails | undefined {
  const stored = findFileFacts(db, hash)
  if (!stored) return undefined
  const { extension, created_at, ...rest } = stored
  const known = listFileDetails<StoredFacts>(db, [hash]).get(hash)
  const { texts, ...facts } = { ...emptyFacts, ...known }
  return {
    ...shownFacts(facts),
    ...rest,
    hash,
    path: toPath(hash, extension),
    created_at: toIso(created_at),
    iptc: toWritten(texts, facts.digital_source_type),
    fault: known?.fault ?? null,
    checked_at: known ? toIso(known.checked_at) : null,
  }
}

type ShownFacts = Omit<typeof emptyFacts, 'texts' | 'signature'>

/** The members of pictures; what is known of a file may have more, such as those of an earlier version. */
function shownFacts(facts: ShownFacts): ShownFacts {
  const { width, height, alpha, color_space, orientation, frames, phash, dominant_color } = facts
  const { digital_source_type, pages, duration } = facts
  const shown = { width, height, alpha, color_space, orientation, frames, phash, dominant_color }
  return { ...shown, pages, duration, digital_source_type }
}

function toWritten(texts: PictureTexts, digital_source_type: string | null): FileDetails['iptc'] {
  const { title = null, description = null, creator = null, copyright = null, keywords } = texts
  const said = { title, description, creator, copyright, digital_source_type }
  return { ...said, keywords: keywords?.split(', ') ?? [] }
}

interface KeepDetails {
  readonly hash: string
  readonly inspected: InspectedFile
}

/** Keeps what was seen in the bytes of a file, also that nothing could be seen. */
export function keepFileDetails(tx: WritableDb, { hash, inspected }: KeepDetails): null {
  putFileDetails(tx, [{ hash, details: { ...inspected, hash } }])
  return null
}
