import { generateImage, NoImageGeneratedError } from 'ai'
import type { PictureAnswer, PictureRequest } from './model-call.ts'
import { ModelCallError } from './model-call-error.ts'
import { openImageModel } from './sdk-models.ts'

/** Has a model make pictures, as many of those asked for as it makes; what goes wrong is thrown as the SDK throws it. */
export async function askForPictures(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer> {
  if (request.provider.kind !== 'google' || request.count === 1) return askOnce(request, signal)
  // Google makes one picture at a time. Those that came are paid for, whatever has become of the others.
  const one = { ...request, count: 1 }
  const asked = await Promise.allSettled(Array.from({ length: request.count }, () => askOnce(one, signal)))
  const made = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [failed] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (made.length === 0) throw failed
  return {
    pictures: made.flatMap(({ pictures }) => pictures),
    usage: {
      input: sum(made.map(({ usage }) => usage.input)),
      output: sum(made.map(({ usage }) => usage.output)),
    },
  }
}

function sum(counts: readonly (number | null)[]): number | null {
  return counts.includes(null) ? null : counts.reduce<number>((total, count) => total + (count ?? 0), 0)
}

async function askOnce(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer> {
  const model = await openImageModel(request)
  const result = await generateImage({
    model,
    prompt: promptOf(request),
    n: request.count,
    maxRetries: 0,
    abortSignal: signal,
    ...shapeOf(request),
  }).catch((error: unknown) => {
    if (!NoImageGeneratedError.isInstance(error)) throw error
    throw new ModelCallError('refused', 'The model made no picture of this. Word the instructions otherwise.')
  })
  const { inputTokens = null, outputTokens = null } = result.usage
  return {
    pictures: result.images.map(({ uint8Array, mediaType }) => ({ bytes: uint8Array, mediaType })),
    usage: { input: inputTokens, output: outputTokens },
  }
}

function promptOf({ prompt, images }: PictureRequest) {
  return images.length === 0 ? prompt : { text: prompt, images: images.map(({ bytes }) => bytes) }
}

/** Google takes any ratio; what speaks as OpenAI does takes three sizes, of which the nearest in form is asked for. */
function shapeOf({ provider: { kind }, aspectRatio }: PictureRequest) {
  if (aspectRatio === null) return {}
  if (kind === 'google') return { aspectRatio: aspectRatio as `${number}:${number}` }
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number)
  if (width === height) return { size: '1024x1024' } as const
  return { size: width > height ? '1536x1024' : '1024x1536' } as const
}
