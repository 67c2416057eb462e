import type { ValueOutcome } from '../../catalog/generation-runs/store-results.ts'
import { buildPrompt } from '../../catalog/generation/build-prompt.ts'
import { type PictureRequest, takesPictures } from '../../providers/model-call.ts'
import { type ValueRequest, type Generator, paidCall } from './generate-value.ts'
import { type GeneratedFile, createPictureFile } from './made-files.ts'

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
  return { kind: 'value', key, digest, answer }
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
