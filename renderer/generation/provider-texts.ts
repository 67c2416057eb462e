import { isLocalAddress } from '#shared/local-address.ts'
import type { Provider, ProviderKind, ProviderTest, StructuredOutput } from '#shared/providers.ts'
import { formatPrice, formatCount, formatCalendarDay } from '../ui/format-count.ts'
import type { ProviderTemplate } from './provider-draft.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

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
