/** The texts that a camera, an agency or a person wrote into a picture (IPTC, XMP). */
export interface PictureTexts {
  readonly title?: string
  readonly description?: string
  readonly creator?: string
  readonly copyright?: string
  readonly keywords?: string
}

/** What the bytes of a file say about it; pixels are null where it is no picture. */
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
  /** Of documents and of TIFF. */
  readonly pages: number | null
  /** Of sounds and movies, in seconds. */
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
