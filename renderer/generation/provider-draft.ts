import { ApiError, explainRefusal } from '../api/api-error.ts'
import {
  defaultBaseUrls,
  type NewProvider,
  type Prices,
  type Provider,
  type ProviderKind,
  type ProviderPatch,
  type ProviderTest,
  type StructuredOutput,
} from '#shared/providers.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { isLocalAddress } from '#shared/local-address.ts'
import { formatPrice, formatCount, formatCalendarDay } from '../ui/format-count.ts'

export interface ProviderDraft {
  readonly name: string
  readonly kind: ProviderKind
  readonly address: string
  readonly key: string
  readonly isKeyDropped: boolean
  readonly text: string
  readonly image: string
  readonly video: string
  readonly embedding: string
  readonly input: string
  readonly output: string
  readonly perPicture: string
  readonly perSecond: string
  readonly concurrency: string
  readonly perMinute: string
}

export type DraftField = keyof ProviderDraft
export type DraftFaults = Partial<Record<DraftField | 'general', string>>

const emptyDraft: ProviderDraft = {
  name: '',
  kind: 'openai_compatible',
  address: '',
  key: '',
  isKeyDropped: false,
  text: '',
  image: '',
  video: '',
  embedding: '',
  input: '',
  output: '',
  perPicture: '',
  perSecond: '',
  concurrency: '4',
  perMinute: '',
}

/** The providers that can be added, local models first. */
export const providerTemplates = cachedByLanguage(
  () =>
    ({
      ollama: { name: t('Ollama'), kind: 'openai_compatible', address: 'http://127.0.0.1:11434/v1' },
      lm_studio: { name: t('LM Studio'), kind: 'openai_compatible', address: 'http://127.0.0.1:1234/v1' },
      llama_cpp: { name: 'llama.cpp', kind: 'openai_compatible', address: 'http://127.0.0.1:8080/v1' },
      other: { name: '', kind: 'openai_compatible', address: '' },
      openai: { name: 'OpenAI', kind: 'openai', address: defaultBaseUrls.openai ?? '' },
      anthropic: { name: t('Anthropic'), kind: 'anthropic', address: defaultBaseUrls.anthropic ?? '' },
      google: { name: t('Google'), kind: 'google', address: defaultBaseUrls.google ?? '' },
    }) as const satisfies Record<string, { name: string; kind: ProviderKind; address: string }>,
)

export type ProviderTemplate = keyof ReturnType<typeof providerTemplates>

export function draftOf(template: ProviderTemplate): ProviderDraft {
  return { ...emptyDraft, ...providerTemplates()[template] }
}

/** The draft of a provider. Only the owner's own prices can be changed. */
export function toDraft({ price, ...provider }: Provider): ProviderDraft {
  const own = price?.source === 'owner' ? price : undefined
  return {
    ...emptyDraft,
    name: provider.name,
    kind: provider.kind,
    address: provider.base_url,
    ...modelsOf(provider),
    input: formatNumber(own?.input),
    output: formatNumber(own?.output),
    perPicture: formatNumber(own?.image),
    perSecond: formatNumber(own?.video),
    concurrency: String(provider.concurrency),
    perMinute: formatNumber(provider.requests_per_minute),
  }
}

function modelsOf({ models: { text, image, video, embedding } }: Pick<Provider, 'models'>) {
  return { text: text ?? '', image: image ?? '', video: video ?? '', embedding: embedding ?? '' }
}

export function withKind(draft: ProviderDraft, kind: ProviderKind): ProviderDraft {
  const isOwn = draft.address === (defaultBaseUrls[draft.kind] ?? '')
  return { ...draft, kind, address: isOwn ? (defaultBaseUrls[kind] ?? '') : draft.address }
}

/** Whether saving the draft removes the stored key, because the server is another. */
export function leavesKey(draft: ProviderDraft, provider: Provider): boolean {
  if (!provider.has_key) return false
  const origin = URL.parse(draft.address.trim() || (defaultBaseUrls[draft.kind] ?? ''))?.origin
  return (
    draft.kind !== provider.kind || (origin !== undefined && origin !== new URL(provider.base_url).origin)
  )
}

const priceFields = ['input', 'output', 'perPicture', 'perSecond'] as const
const numberFields = [...priceFields, 'concurrency', 'perMinute'] as const

export function checkDraft(draft: ProviderDraft): DraftFaults {
  const faults: DraftFaults = {}
  for (const field of numberFields)
    if (Number.isNaN(readNumber(draft[field]))) faults[field] = t('Type a number, such as 0.25.')
  if (draft.name.trim() === '') faults.name = t('Give it a name.')
  return faults
}

export function toNewProvider(draft: ProviderDraft): NewProvider {
  return { ...toBody(draft), ...(draft.key.trim() !== '' && { key: draft.key.trim() }) }
}

/** Returns the changed members. Prices are included only when changed, since they get today's date. */
export function toPatch(draft: ProviderDraft, provider: Provider): ProviderPatch {
  const { price, ...body } = toNewProvider(draft)
  const was = toDraft(provider)
  const isPriced = priceFields.some((field) => draft[field].trim() !== was[field])
  const isKeyless = draft.isKeyDropped && body.key === undefined
  return {
    ...body,
    ...(isPriced && price !== undefined && { price }),
    ...(isKeyless && { key: null, key_env: null }),
  }
}

function toBody(draft: ProviderDraft): NewProvider {
  const price: Prices = {
    input: readNumber(draft.input),
    output: readNumber(draft.output),
    image: readNumber(draft.perPicture),
    video: readNumber(draft.perSecond),
  }
  const isPriced = Object.values(price).some((dollars) => dollars !== null)
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    ...(draft.address.trim() !== '' && { base_url: draft.address.trim() }),
    models: {
      text: orNull(draft.text),
      image: orNull(draft.image),
      video: orNull(draft.video),
      embedding: orNull(draft.embedding),
    },
    price: isPriced ? price : null,
    concurrency: readNumber(draft.concurrency) ?? 4,
    requests_per_minute: readNumber(draft.perMinute),
  }
}

const places: readonly (readonly [string, DraftField])[] = [
  ['name', 'name'],
  ['kind', 'kind'],
  ['base_url', 'address'],
  ['key', 'key'],
  ['key_env', 'key'],
  ['models.text', 'text'],
  ['models.image', 'image'],
  ['models.video', 'video'],
  ['models.embedding', 'embedding'],
  ['price.input', 'input'],
  ['price.output', 'output'],
  ['price.image', 'perPicture'],
  ['price.video', 'perSecond'],
  ['concurrency', 'concurrency'],
  ['requests_per_minute', 'perMinute'],
]

export function explainProviderRefusal(error: Error): DraftFaults {
  const isTaken = error instanceof ApiError && error.fieldErrors.some(({ issue }) => issue === 'not_unique')
  return isTaken ? { name: error.message } : explainRefusal(error, places)
}

function readNumber(text: string): number | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : Number(trimmed.replace(',', '.'))
}

function formatNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

export const kindTexts = cachedByLanguage((): Readonly<Record<ProviderKind, string>> => ({
  openai_compatible: t('OpenAI-compatible server'),
  openai: 'OpenAI',
  anthropic: t('Anthropic'),
  google: t('Google'),
}))

export const templateTexts = cachedByLanguage(
  (): Readonly<Record<ProviderTemplate, { label: string; hint: string }>> => ({
    ollama: { label: t('Ollama'), hint: t('Free and local') },
    lm_studio: { label: t('LM Studio'), hint: t('Free and local') },
    llama_cpp: { label: 'llama.cpp', hint: t('Free and local') },
    other: { label: t('Another OpenAI-compatible server'), hint: t('vLLM, OpenRouter and others') },
    openai: { label: 'OpenAI', hint: t('Paid, with a key') },
    anthropic: { label: t('Anthropic'), hint: t('Paid, with a key') },
    google: { label: t('Google'), hint: t('Paid, with a key') },
  }),
)

const countsAsFree = cachedByLanguage(() => t('Counts as free, as it runs on your own computer or network.'))

interface PriceTexts {
  readonly price: string
  readonly from?: string
}

/** Formats the price of a provider; an unknown price says so and is never shown as zero. */
export function formatPriceText({ price, base_url: address }: Provider): PriceTexts {
  if (price === null)
    return { price: t('Not known'), ...(isLocalAddress(address) && { from: countsAsFree() }) }
  const day = formatCalendarDay(price.as_of)
  const from =
    price.source === 'owner' ? t('Entered by you on {day}.', { day }) : t('From the list of {day}.', { day })
  const parts = [
    formatTokens(price.input, price.output),
    price.image === null ? undefined : t('{image} per picture', { image: formatPrice(price.image) }),
    price.video === null ? undefined : t('{video} per second of video', { video: formatPrice(price.video) }),
  ]
  return { price: parts.filter((part) => part !== undefined).join(', '), from }
}

function formatTokens(input: number | null, output: number | null): string {
  if (input === null && output === null) return t('Texts not known')
  if (input === 0 && output === 0) return t('Texts are free')
  return t('{input} in and {output} out per million tokens', {
    input: formatDollars(input),
    output: formatDollars(output),
  })
}

function formatDollars(dollars: number | null): string {
  return dollars === null ? t('not known') : formatPrice(dollars)
}

const structuredTexts = cachedByLanguage((): Readonly<Record<StructuredOutput, string>> => ({
  json_schema: t('It answers in the form that it is given, which is the most reliable way.'),
  json_object: t('It answers in JSON, and the prompt describes the form.'),
  text: t('It answers in plain text, and the values are picked out of it.'),
}))

export function describeTest(test: ProviderTest): string {
  const answered = t('Answered in {milliseconds} ms.', { milliseconds: formatCount(test.milliseconds) })
  if (test.structured_output !== null) return `${answered} ${structuredTexts()[test.structured_output]}`
  const found =
    test.models.length === 0
      ? t('It lists no models: enter the name of one under Edit.')
      : t('It lists {count, plural, one {# model} other {# models}}: choose the one that writes texts.', {
          count: test.models.length,
        })
  return `${answered} ${found}`
}
