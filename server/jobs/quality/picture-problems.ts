/** What may be wrong with the picture of one image, by what is known of its file. */
import type { FileProblem, QualityCheck } from '#shared/quality.ts'
import { foldText } from '#shared/text.ts'
import type { InspectedFile } from '../../catalog/assets/file-facts.ts'
import { isFaulty } from '../../catalog/assets/file-facts.ts'
import type { ChannelLook, ImageFacts } from '../../catalog/assets/image-facts.ts'
import { sizeAfter } from '../pictures/edit-pixels.ts'
import { hasAspect } from './picture-shape.ts'

/** What pictures are measured by: the bounds of the rule, and the recipes of the channels that are on. */
export interface PictureBounds {
  readonly check: QualityCheck
  readonly looks: readonly ChannelLook[]
}

type Test = (image: ImageFacts, wanted: PictureBounds) => boolean

export const pictureProblems: Readonly<Partial<Record<FileProblem, Test>>> = {
  damaged: isDamaged,
  missing_file: ({ isMissing }) => isMissing,
  too_small: isTooSmall,
  wrong_aspect: hasWrongAspect,
  turned: ({ facts }) => (facts?.orientation ?? 1) !== 1,
  not_srgb: ({ facts }) => !showsRight.has(facts?.color_space ?? 'srgb'),
  too_large: ({ facts }, { check, looks }) =>
    (facts?.size ?? 0) >
    Math.min(check.max_bytes ?? Infinity, ...looks.map(({ max_bytes: most }) => most ?? Infinity)),
  transparent: ({ facts }, { looks }) => facts?.alpha === true && looks.some(asksForWhite),
  alt_text_is_name: ({ altText, name, place }) => altText !== undefined && isName(altText, name ?? place),
}

/** A file of a library that cannot be read now may be whole. */
function isDamaged({ facts }: ImageFacts): boolean {
  return facts !== undefined && isFaulty(facts as InspectedFile) && facts.fault !== 'unreadable'
}

/** Grey pictures look the same in sRGB. */
const showsRight: ReadonlySet<string> = new Set(['srgb', 'b-w', 'grey'])

function sizeOf({ facts, steps }: ImageFacts) {
  const { width, height } = facts ?? {}
  if (typeof width !== 'number' || typeof height !== 'number') return undefined
  const size = sizeAfter(steps, { width, height })
  return { width: Math.round(size.width), height: Math.round(size.height) }
}

/** Whether a picture would have to be enlarged; drawings have no pixels. */
function isTooSmall(image: ImageFacts, { check, looks }: PictureBounds): boolean {
  const size = sizeOf(image)
  if (!size || image.facts?.media_type === 'image/svg+xml') return false
  const { width, height } = size
  if (width < (check.min_width ?? 0) || height < (check.min_height ?? 0)) return true
  return looks.some((look) => {
    const short = [
      ...(look.width === null ? [] : [width < look.width]),
      ...(look.height === null ? [] : [height < look.height]),
    ]
    return look.fit === 'cover' ? short.includes(true) : short.length > 0 && !short.includes(false)
  })
}

/** Of recipes those that cut a picture to their shape ask for one. */
function hasWrongAspect(image: ImageFacts, { check, looks }: PictureBounds): boolean {
  const size = sizeOf(image)
  if (!size) return false
  const cut = looks.flatMap(({ fit, width, height }) =>
    fit === 'cover' && width !== null && height !== null ? [`${width}:${height}`] : [],
  )
  const shapes = check.aspect === undefined ? cut : [check.aspect]
  return shapes.some((aspect) => !hasAspect(size, aspect))
}

const white = '#ffffff'

function asksForWhite({ background, fit, format }: ChannelLook): boolean {
  return background === white || (background === null && (fit === 'pad' || format === 'jpeg'))
}

function isName(altText: string, file: string | undefined): boolean {
  if (file === undefined) return false
  const name = foldText(file.split('/').at(-1) ?? '')
  const plain = (text: string) => text.replaceAll(/[\s_.-]+/g, ' ').trim()
  const text = plain(foldText(altText))
  return text === plain(name) || text === plain(name.replace(/\.[a-z0-9]{1,5}$/, ''))
}
