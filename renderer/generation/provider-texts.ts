import { isLocalAddress } from '#shared/local-address.ts'
import type { Provider, ProviderKind, ProviderTest, StructuredOutput } from '#shared/providers.ts'
import { formatPrice } from '../ui/format-dollars.ts'
import { countOf, formatCount } from '../ui/format-count.ts'
import { formatCalendarDay } from '../ui/format-time.ts'
import type { ProviderTemplate } from './provider-draft.ts'

export const kindTexts: Readonly<Record<ProviderKind, string>> = {
  openai_compatible: 'OpenAI-compatible server',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
}

export const templateTexts: Readonly<Record<ProviderTemplate, { label: string; hint: string }>> = {
  ollama: { label: 'Ollama', hint: 'Free and local' },
  lm_studio: { label: 'LM Studio', hint: 'Free and local' },
  llama_cpp: { label: 'llama.cpp', hint: 'Free and local' },
  other: { label: 'Another OpenAI-compatible server', hint: 'vLLM, OpenRouter and others' },
  openai: { label: 'OpenAI', hint: 'Paid, with a key' },
  anthropic: { label: 'Anthropic', hint: 'Paid, with a key' },
  google: { label: 'Google', hint: 'Paid, with a key' },
}

const countsAsFree = 'Counts as free, as it runs on your own computer or network.'

interface PriceTexts {
  readonly price: string
  /** Where it is from, and of which day. */
  readonly from?: string
}

/** What a provider asks for; what is not known says so and is never nothing. */
export function tellPrice({ price, base_url: address }: Provider): PriceTexts {
  if (price === null) return { price: 'Not known', ...(isLocalAddress(address) && { from: countsAsFree }) }
  const day = formatCalendarDay(price.as_of)
  const from = price.source === 'owner' ? `Entered by you on ${day}.` : `From the list of ${day}.`
  const parts = [
    tellTokens(price.input, price.output),
    price.image === null ? undefined : `${formatPrice(price.image)} per picture`,
    price.video === null ? undefined : `${formatPrice(price.video)} per second of video`,
  ]
  return { price: parts.filter((part) => part !== undefined).join(', '), from }
}

function tellTokens(input: number | null, output: number | null): string {
  if (input === null && output === null) return 'Texts not known'
  if (input === 0 && output === 0) return 'Texts are free'
  return `${tellDollars(input)} in and ${tellDollars(output)} out per million tokens`
}

function tellDollars(dollars: number | null): string {
  return dollars === null ? 'not known' : formatPrice(dollars)
}

const structuredTexts: Readonly<Record<StructuredOutput, string>> = {
  json_schema: 'It answers in the form that it is given, which is the most reliable way.',
  json_object: 'It answers in JSON, and the prompt describes the form.',
  text: 'It answers in plain text, and the values are picked out of it.',
}

/** What came of a test that went well. */
export function tellTest(test: ProviderTest): string {
  const answered = `Answered in ${formatCount(test.milliseconds)} ms.`
  if (test.structured_output !== null) return `${answered} ${structuredTexts[test.structured_output]}`
  const found =
    test.models.length === 0
      ? 'It lists no models: enter the name of one under Edit.'
      : `It lists ${countOf(test.models.length, 'model')}: choose the one that writes texts.`
  return `${answered} ${found}`
}
