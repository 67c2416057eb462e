import { generateImage, NoImageGeneratedError } from 'ai'
import type { PictureAnswer, PictureRequest } from './model-call.ts'
import { ModelCallError } from './model-call-error.ts'
import { openImageModel } from './sdk-models.ts'

/** Has a model make pictures; what goes wrong is thrown as the SDK throws it. */
export async function askForPictures(request: PictureRequest, signal: AbortSignal): Promise<PictureAnswer> {
  const model = await openImageModel(request)
  const result = await generateImage({
    model,
    prompt: request.prompt,
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

/** Google takes any ratio; what speaks as OpenAI does takes three sizes, of which the nearest in form is asked for. */
function shapeOf({ provider: { kind }, aspectRatio }: PictureRequest) {
  if (aspectRatio === null) return {}
  if (kind === 'google') return { aspectRatio: aspectRatio as `${number}:${number}` }
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number)
  if (width === height) return { size: '1024x1024' } as const
  return { size: width > height ? '1536x1024' : '1024x1536' } as const
}
