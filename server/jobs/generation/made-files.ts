import { promptOf } from '../../catalog/proposals/prompt-versions.ts'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import { type NewFile, pathOf } from '../../catalog/files/stored-files.ts'
import { type Picture, type PictureRequest, takesPictures } from '../../providers/model-call.ts'
import { crc32 } from 'node:zlib'
import type { ContextImage } from '../../catalog/generation/generation-context.ts'
import type { ReadCatalog } from '../../catalog/connections/reader.ts'
import { readStoredPicture } from '../../catalog/generation/gather-context.ts'
import type { ValueOutcome } from '../../catalog/generation-runs/store-results.ts'
import { buildPrompt } from '../../catalog/generation/build-prompt.ts'
import { type ValueRequest, type Generator, paidCall } from './generate-value.ts'

interface GeneratedFile extends NewFile {
  readonly path: string
}

const maxPixels = 100_000_000

/** The IPTC digital source type that the XMP metadata of a generated file declares. */
const aiGeneratedSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

function xmpOf(model: string): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${aiGeneratedSourceType}" Iptc4xmpExt:AISystemUsed="${escape(model)}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Embeds the XMP metadata without re-encoding; undefined if the format is not supported. */
export function embedAiMetadata(
  bytes: Uint8Array,
  { extension, model, size }: { readonly extension: string; readonly model: string; readonly size: Size },
): Buffer | undefined {
  const [file, xmp] = [Buffer.from(bytes), Buffer.from(xmpOf(model))]
  if (extension === 'png') return intoPng(file, xmp)
  if (extension === 'jpg') return embedInJpeg(file, xmp)
  return extension === 'webp' ? intoWebp(file, xmp, size) : undefined
}

// The PNG signature (8 bytes) and the IHDR chunk (25 bytes).
const pngHeaderLength = 33

function intoPng(file: Buffer, xmp: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp])
  const textChunk = Buffer.concat([uint32(chunk.length - 4), chunk, uint32(crc32(chunk))])
  return Buffer.concat([file.subarray(0, pngHeaderLength), textChunk, file.subarray(pngHeaderLength)])
}

const jfifMarker = 0xff_e0

function embedInJpeg(file: Buffer, xmp: Buffer): Buffer {
  // The JFIF segment must come first, so the XMP segment is inserted after it.
  const at = file.readUInt16BE(2) === jfifMarker ? 4 + file.readUInt16BE(4) : 2
  const data = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1'), xmp])
  const segmentHeader = Buffer.from([0xff, 0xe1, 0, 0])
  segmentHeader.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([file.subarray(0, at), segmentHeader, data, file.subarray(at)])
}

const [xmpFlag, alphaFlag] = [0x04, 0x10]

function intoWebp(file: Buffer, xmp: Buffer, size: Size): Buffer {
  const isExtended = file.toString('latin1', 12, 16) === 'VP8X'
  const body = isExtended
    ? Buffer.from(file.subarray(12))
    : Buffer.concat([vp8xChunk(file, size), file.subarray(12)])
  body[8] = (body[8] ?? 0) | xmpFlag
  const chunks = Buffer.concat([Buffer.from('WEBP', 'latin1'), body, riffChunk('XMP ', xmp)])
  return riffChunk('RIFF', chunks)
}

function vp8xChunk(file: Buffer, { width, height }: Size): Buffer {
  const data = Buffer.alloc(10)
  const isLossless = file.toString('latin1', 12, 16) === 'VP8L'
  if (isLossless && (file.readUInt32LE(21) & 0x10_00_00_00) !== 0) data[0] = alphaFlag
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', data)
}

function riffChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  const padding = Buffer.alloc(data.length % 2)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, padding])
}

const maxSide = 1024

/** Reads stored pictures, scaled to 1,024 pixels a side. Remote and unreadable ones are skipped. */
export async function readPictures(read: ReadCatalog, images: readonly ContextImage[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const { place } of images) {
    const bytes = read((db) => readStoredPicture(db, place))
    if (bytes) pictures.push(...(await scalePictures([bytes])))
  }
  return pictures
}

export async function scalePictures(files: readonly Uint8Array[]): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const bytes of files) {
    const picture = await scale(bytes)
    if (picture) pictures.push(picture)
  }
  return pictures
}

async function scale(bytes: Uint8Array): Promise<Picture | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels }).rotate()
    const scaled = picture.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    return { bytes: await scaled.jpeg({ quality: 85 }).toBuffer(), mediaType: 'image/jpeg' }
  } catch {
    return undefined
  }
}

const xmpUuid = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** Appends the XMP metadata to an MP4 or QuickTime file as its last box. */
export function embedAiMetadataInVideo(bytes: Uint8Array, model: string): Buffer {
  const box = Buffer.concat([Buffer.from('uuid', 'latin1'), xmpUuid, Buffer.from(xmpOf(model))])
  return Buffer.concat([bytes, uint32(box.length + 4), box])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export async function createPictureFile(
  { bytes }: Pick<Picture, 'bytes'>,
  model: string,
): Promise<GeneratedFile | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
    // Decodes the whole picture, because a valid header does not prove that its data is intact.
    await sharp(bytes, { limitInputPixels: maxPixels }).resize(8).raw().toBuffer()
    const size = { width, height }
    const { extension } = detectFileKind(bytes) ?? { extension: '' }
    const marked = embedAiMetadata(bytes, { extension, model, size })
    if (marked) return toFile(marked)
    const png = await sharp(bytes, { limitInputPixels: maxPixels }).png().toBuffer()
    return toFile(embedAiMetadata(png, { extension: 'png', model, size }) ?? png)
  } catch {
    return undefined
  }
}

export function toVideoFile({ bytes }: Pick<Picture, 'bytes'>, model: string): GeneratedFile | undefined {
  const kind = detectFileKind(bytes)
  if (!kind?.media_type.startsWith('video/')) return undefined
  return toFile(kind.extension === 'webm' ? bytes : embedAiMetadataInVideo(bytes, model))
}

function toFile(bytes: Uint8Array): GeneratedFile | undefined {
  const kind = detectFileKind(bytes)
  return kind && { bytes, ...kind, path: pathOf({ bytes, ...kind }) }
}

const timeoutMs = 300_000

export async function makePictures(
  generator: Generator,
  asked: ValueRequest,
): Promise<ValueOutcome | undefined> {
  const { model, digest } = asked
  const { definition } = asked.generated
  const { key } = definition
  const request = requestOf(generator, asked)
  const most = { input: 0, output: 0, pictures: request.count }
  const called = await paidCall(generator, model, {
    request,
    most,
    used: ({ pictures, usage }) => ({
      input: usage.input ?? 0,
      output: usage.output ?? 0,
      pictures: pictures.length,
    }),
  })
  if (!called) return undefined
  if ('failure' in called) return { kind: 'failed', key, issue: 'refused', sentence: called.failure.sentence }
  const files = await keepAll(called.answer.pictures, model.model)
  const [first, ...others] = files
  if (!first) return { kind: 'failed', key, issue: 'output_not_valid', sentence: noPicture }
  const from = { provider: generator.provider, model: model.model, cost: called.cost }
  const answer = {
    value: first.path,
    alternatives: others.map(({ path }) => path),
    files,
    evidence: [],
    note: null,
    ...from,
  }
  return { kind: 'value', key, digest, prompt: promptOf(asked.generated.definition), answer }
}

const noPicture = 'What the model sent is no picture, or a broken one.'

async function keepAll(pictures: readonly { readonly bytes: Uint8Array }[], model: string) {
  const files: GeneratedFile[] = []
  for (const picture of pictures) {
    const file = await createPictureFile(picture, model)
    if (file) files.push(file)
  }
  return files
}

const ratios = { Square: '1:1', Landscape: '3:2', Portrait: '2:3' } as const

function requestOf(
  { access: { provider } }: Generator,
  { generated: { definition }, model: { model }, context, pictures }: ValueRequest,
): PictureRequest {
  const { system, prompt } = buildPrompt(definition, context)
  const { aspect_ratio: ratio, image_count: count } = definition
  return {
    kind: 'image',
    provider,
    model,
    prompt: `${system}\n\n${prompt}`,
    images: takesPictures(provider.kind, model) ? pictures : [],
    count: count ?? 1,
    aspectRatio: ratio && ratios[ratio],
    timeoutMs,
  }
}
