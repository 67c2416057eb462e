/** The sizes, formats and fits of renditions of stored pictures, which recipes and addresses name. */
export const renditionSides = [64, 96, 160, 256, 320, 480, 640, 800, 1024, 1280, 1600, 2048] as const
export const maxRenditionSide = 2048

export const renditionFits = ['contain', 'cover', 'pad'] as const
export type RenditionFit = (typeof renditionFits)[number]

/** The formats with their media type, the extension of their files and the quality where none is asked for. */
export const renditionFormats = {
  webp: { media_type: 'image/webp', extension: 'webp', quality: 80 },
  jpeg: { media_type: 'image/jpeg', extension: 'jpg', quality: 85 },
  png: { media_type: 'image/png', extension: 'png', quality: 100 },
  avif: { media_type: 'image/avif', extension: 'avif', quality: 60 },
} as const
export type RenditionFormat = keyof typeof renditionFormats

export const namedBackgrounds = { white: '#ffffff', black: '#000000', transparent: 'transparent' } as const

/** One change of a picture without loss, in fractions of what the step before has left. */
export type EditStep =
  | { readonly step: 'rotate'; readonly degrees: 90 | 180 | 270 }
  | { readonly step: 'flip'; readonly axis: 'horizontal' | 'vertical' }
  | {
      readonly step: 'crop'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | { readonly step: 'straighten'; readonly degrees: number }
  | { readonly step: 'focal_point'; readonly x: number; readonly y: number }
  | { readonly step: 'white_background'; readonly threshold: number }

/** The form of a rendition; sides are in pixels and among `renditionSides`. */
export interface RenditionLook {
  readonly width: number | null
  readonly height: number | null
  readonly fit: RenditionFit
  readonly format: RenditionFormat
  /** `#rrggbb` or `transparent`; null where none is asked for. */
  readonly background: string | null
  readonly quality: number
  readonly max_bytes: number | null
}

/** Rounds a side up to the next one that is offered; what is longer becomes the longest. */
export function roundSide(side: number): number {
  return renditionSides.find((each) => each >= side) ?? maxRenditionSide
}

/** The colour of a background as `#rrggbb` or `transparent`; undefined where the text names none. */
export function parseBackground(text: string): string | undefined {
  const folded = text.trim().toLowerCase()
  const named = Object.entries(namedBackgrounds).find(([name]) => name === folded)?.[1]
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(folded) ?? []
  if (named !== undefined || digits === undefined) return named
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

/** The attribute of images that holds their edit steps, as it is made where there is none yet. */
export const editStepsAttribute = {
  name: 'Edit steps',
  key: 'edit_steps',
  entity_type: 'image',
  data_type: 'json',
} as const
