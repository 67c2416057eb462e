import { setTimeout as sleep } from 'node:timers/promises'
import {
  experimental_getVideoStatus as getVideoStatus,
  experimental_startVideo as startVideo,
  type JSONValue,
} from 'ai'
import type { Picture, VideoAnswer, VideoRequest } from './model-call.ts'
import { ModelCallError } from './model-call-error.ts'
import { providerFetch, UnusableAnswer } from './provider-fetch.ts'
import { openVideoModel } from './sdk-models.ts'

const [firstLookMs, maxLookMs] = [1000, 10_000]

/** Orders a video, or takes up an order, and waits until it is made; what goes wrong is thrown as the SDK throws it. */
export async function askForVideo(request: VideoRequest, signal: AbortSignal): Promise<VideoAnswer> {
  const model = await openVideoModel(request)
  const operation = (request.order as JSONValue | undefined) ?? (await order(request, model, signal))
  for (let pause = request.firstLookMs ?? firstLookMs; ; pause = Math.min(pause * 2, maxLookMs)) {
    const outcome = await getVideoStatus(model, { operation, abortSignal: signal, maxRetries: 0 })
    if (outcome.status === 'error') throw new ModelCallError('refused', outcome.error)
    if (outcome.status === 'completed')
      return { video: await fetchVideo(outcome.videos, signal), seconds: request.seconds }
    await sleep(pause, undefined, { signal })
  }
}

type VideoModel = Awaited<ReturnType<typeof openVideoModel>>

async function order(request: VideoRequest, model: VideoModel, signal: AbortSignal): Promise<JSONValue> {
  const { prompt, aspectRatio, seconds, onOrdered } = request
  const { operation } = await startVideo({
    model,
    prompt,
    maxRetries: 0,
    abortSignal: signal,
    ...(aspectRatio !== null && { aspectRatio: aspectRatio as `${number}:${number}` }),
    ...(seconds !== null && { duration: seconds }),
  })
  await onOrdered?.(operation)
  return operation
}

type Videos = Extract<Awaited<ReturnType<typeof getVideoStatus>>, { status: 'completed' }>['videos']

async function fetchVideo([video]: Videos, signal: AbortSignal): Promise<Picture> {
  if (video?.type !== 'url')
    throw new UnusableAnswer('The provider says that the video is made, and not where it lies.')
  const { mediaType, url } = video
  const response = await followOnce(url, signal)
  if (!response.ok)
    throw new UnusableAnswer(`The video is made and could not be fetched (${response.status}).`)
  return { bytes: new Uint8Array(await response.arrayBuffer()), mediaType }
}

/** Follows Google's redirect to the file. The key is in the address of the request and must not go along. */
async function followOnce(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await providerFetch(url, { signal })
  } catch (error) {
    if (!(error instanceof UnusableAnswer) || error.location === undefined) throw error
    const next = new URL(error.location, url)
    if (next.protocol !== 'https:' && next.origin !== new URL(url).origin) throw error
    return providerFetch(next, { signal })
  }
}
