import type { Metadata, Sharp } from 'sharp'
import { type EditStep, maxRenditionSide, type RenditionLook } from '#shared/renditions.ts'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import { applySteps, type Focus, sizeAfter, type Pixels } from './edit-pixels.ts'
import { readBounded } from '../assets/inspect-files.ts'
import { readPictureTexts } from '../assets/picture-texts.ts'
import { withoutLongTexts } from './jpeg-segments.ts'
import { hasTooManyFrames, maxPixels, openPicture } from './open-picture.ts'

/** A picture by its bytes, or by the path of a file that has them. */
export type PictureSource = { readonly bytes: Uint8Array } | { readonly path: string }

export type RenditionRequest = PictureSource & {
  readonly look: RenditionLook
  readonly steps: readonly EditStep[]
}

export type MadeRendition =
  | { readonly bytes: Uint8Array; readonly width: number; readonly height: number }
  | { readonly fault: 'no_picture' | 'damaged' | 'too_many_pixels' | 'too_many_frames' }

/**
 * Makes a picture in a size and format: upright, in sRGB, never enlarged, without metadata but for copyright
 * and digital source type. Runs in a process of its own, since a file may break its decoder.
 */
export async function makeRendition({ look, steps, ...source }: RenditionRequest): Promise<MadeRendition> {
  const whole = 'bytes' in source ? source.bytes : await readBounded(source.path)
  if (typeof whole === 'string') return { fault: 'damaged' }
  if (detectFileKind(whole)?.media_type.startsWith('image/') !== true) return { fault: 'no_picture' }
  try {
    return await makeOf(withoutLongTexts(whole), look, steps)
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message)
    return { fault: isTooLarge ? 'too_many_pixels' : 'damaged' }
  }
}

async function makeOf(
  bytes: Uint8Array,
  look: RenditionLook,
  steps: readonly EditStep[],
): Promise<MadeRendition> {
  const metadata = await (await openPicture(bytes)).metadata()
  if (metadata.width * metadata.height > maxPixels) return { fault: 'too_many_pixels' }
  if (hasTooManyFrames(metadata)) return { fault: 'too_many_frames' }
  const { pixels, focus } = await prepare(bytes, metadata, look, steps)
  const { box, crop, canvas } = layOut(pixels, look, focus)
  const shown = await resize(pixels, { box, crop, canvas, look })
  return await encode(shown, look, writtenTexts(metadata))
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Source extends Size {
  readonly open: () => Promise<Sharp>
}

const centre: Focus = { x: 0.5, y: 0.5 }
// A picture that steps change is held as pixels; it needs no more of them than the largest rendition shows.
const oversampling = 2

async function prepare(
  bytes: Uint8Array,
  metadata: Metadata,
  look: RenditionLook,
  steps: readonly EditStep[],
): Promise<{ pixels: Source; focus: Focus }> {
  const full = uprightSize(metadata)
  const upright = async () => (await openPicture(bytes)).autoOrient()
  if (steps.length === 0) return { pixels: { ...full, open: upright }, focus: centre }
  const after = sizeAfter(steps, full)
  const wanted = Math.max(look.width ?? 0, look.height ?? 0) || maxRenditionSide
  const scale = Math.min(1, (oversampling * wanted) / Math.min(after.width, after.height))
  const [width, height] = [full.width, full.height].map((side) => Math.max(1, Math.round(side * scale)))
  const first = await toPixels((await upright()).resize(width, height, { fit: 'fill' }))
  const { pixels, focus } = await applySteps(first, steps)
  return { pixels: sourceOf(pixels), focus }
}

function sourceOf({ data, ...raw }: Pixels): Source {
  const open = async () => (await import('sharp')).default(data, { raw })
  return { width: raw.width, height: raw.height, open }
}

function uprightSize({ width, height, orientation = 1 }: Metadata): Size {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

async function toPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { data, width, height, channels }
}

interface Layout {
  /** The size of the whole picture before it is cropped. */
  readonly box: Size
  readonly crop: (Size & { readonly left: number; readonly top: number }) | undefined
  readonly canvas: Size | undefined
}

/** Where a picture lies in its rendition; it is never enlarged. */
function layOut(size: Size, { width, height, fit }: RenditionLook, focus: Focus): Layout {
  const target = width === null || height === null ? undefined : { width, height }
  if (target && fit === 'cover') return coverLayout(size, target, focus)
  const side = width === null && height === null ? maxRenditionSide : Infinity
  const scale = Math.min((width ?? side) / size.width, (height ?? side) / size.height, 1)
  const box = { width: whole(size.width * scale), height: whole(size.height * scale) }
  return { box, crop: undefined, canvas: fit === 'pad' ? target : undefined }
}

/** Crops to the aspect of the target; a smaller picture gives its largest part of that aspect. */
function coverLayout({ width, height }: Size, target: Size, focus: Focus): Layout {
  const part = Math.min(width / target.width, height / target.height, 1)
  const shown = { width: whole(target.width * part), height: whole(target.height * part) }
  const scale = Math.max(shown.width / width, shown.height / height)
  const box = {
    width: Math.max(shown.width, whole(width * scale)),
    height: Math.max(shown.height, whole(height * scale)),
  }
  const left = offset(focus.x, box.width, shown.width)
  const top = offset(focus.y, box.height, shown.height)
  return { box, crop: { ...shown, left, top }, canvas: undefined }
}

function whole(side: number): number {
  return Math.max(1, Math.round(side))
}

function offset(focus: number, all: number, shown: number): number {
  return Math.max(0, Math.min(all - shown, Math.floor(focus * all) - Math.floor(shown / 2)))
}

async function resize(
  { open }: Source,
  { box, crop, canvas, look }: Layout & { readonly look: RenditionLook },
): Promise<Pixels> {
  const fill = backgroundOf(look, canvas !== undefined)
  let picture = (await open()).resize(box.width, box.height, { fit: 'fill' })
  if (crop) picture = picture.extract(crop)
  if (fill !== undefined) picture = picture.flatten({ background: fill })
  else if (canvas) picture = picture.ensureAlpha()
  if (canvas) picture = picture.extend({ ...marginsOf(box, canvas), background: fill ?? clear })
  return toPixels(picture)
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
const white = '#ffffff'

/** The colour behind the picture; undefined where what is transparent stays so. */
function backgroundOf({ background, format }: RenditionLook, isPadded: boolean): string | undefined {
  const isOpaque = format === 'jpeg'
  if (background === 'transparent') return isOpaque ? white : undefined
  return background ?? (isOpaque || isPadded ? white : undefined)
}

function marginsOf(box: Size, canvas: Size) {
  const left = Math.floor(canvas.width / 2) - Math.floor(box.width / 2)
  const top = Math.floor(canvas.height / 2) - Math.floor(box.height / 2)
  return { left, top, right: canvas.width - box.width - left, bottom: canvas.height - box.height - top }
}

interface WrittenTexts {
  readonly copyright?: string | undefined
  readonly digital_source_type?: string | undefined
}

/** Rights outlive every change of size; where a picture was taken does not. */
function writtenTexts(metadata: Metadata): WrittenTexts {
  const { copyright, digital_source_type } = readPictureTexts(metadata)
  return { copyright, digital_source_type }
}

const leastQuality = 50
const shrinkBy = 0.85
const maxShrinks = 24

/** Encodes pixels; where the bytes are bounded, by less quality down to 50 first, then by a smaller size. */
async function encode(pixels: Pixels, look: RenditionLook, texts: WrittenTexts): Promise<MadeRendition> {
  let { width, height } = pixels
  const bound = look.max_bytes ?? Infinity
  const least = look.format === 'png' ? look.quality : Math.min(leastQuality, look.quality)
  for (let shrinks = 0; ; shrinks += 1) {
    const at = (quality: number) => encodeOnce(pixels, { width, height }, { ...look, quality }, texts)
    let bytes = await at(look.quality)
    if (bytes.byteLength > bound && least < look.quality)
      bytes = await bestBelow(at, least, look.quality, bound)
    if (bytes.byteLength <= bound || shrinks >= maxShrinks) return { bytes, width, height }
    ;[width, height] = [whole(width * shrinkBy), whole(height * shrinkBy)]
  }
}

/** The bytes of the best quality from `low` that stay within the bound, or those of `low`. */
async function bestBelow(
  at: (quality: number) => Promise<Uint8Array>,
  low: number,
  high: number,
  bound: number,
): Promise<Uint8Array> {
  let best = await at(low)
  if (best.byteLength > bound) return best
  let [fits, exceeds] = [low, high]
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    const bytes = await at(middle)
    if (bytes.byteLength > bound) exceeds = middle
    else [fits, best] = [middle, bytes]
  }
  return best
}

async function encodeOnce(
  { data, ...raw }: Pixels,
  { width, height }: Size,
  { format, quality }: Pick<RenditionLook, 'format' | 'quality'>,
  texts: WrittenTexts,
): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const shown = sharp(data, { raw })
  const sized = width === raw.width ? shown : shown.resize(width, height, { fit: 'fill' })
  return encoders[format](withTexts(sized, texts), quality).toBuffer()
}

const subtleQuality = 90

const encoders: Readonly<Record<RenditionLook['format'], (picture: Sharp, quality: number) => Sharp>> = {
  webp: (picture, quality) => picture.webp({ quality, effort: 1 }),
  jpeg: (picture, quality) =>
    picture.jpeg({ quality, chromaSubsampling: quality >= subtleQuality ? '4:4:4' : '4:2:0' }),
  png: (picture) => picture.png({ compressionLevel: 6 }),
  avif: (picture, quality) => picture.avif({ quality, effort: 1 }),
}

function withTexts(picture: Sharp, { copyright, digital_source_type: source }: WrittenTexts): Sharp {
  if (copyright === undefined && source === undefined) return picture
  const withExif = copyright === undefined ? picture : picture.withExif({ IFD0: { Copyright: copyright } })
  return withExif.withXmp(xmpOf(copyright, source))
}

function xmpOf(copyright: string | undefined, source: string | undefined): string {
  const type = source === undefined ? '' : ` Iptc4xmpExt:DigitalSourceType="${escape(source)}"`
  const rights =
    copyright === undefined
      ? ''
      : `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escape(copyright)}</rdf:li></rdf:Alt></dc:rights>`
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"${type}>${rights}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
