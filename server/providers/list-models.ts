import { APICallError } from 'ai'
import type { ProviderKind } from '#shared/providers.ts'
import type { CalledProvider } from './model-call.ts'
import { providerFetch } from './provider-fetch.ts'
import { isObject } from '#shared/json-object.ts'

const maxModels = 500

/** The names of the models that a provider lists. Throws as the SDK does. */
export async function listModels(provider: CalledProvider, signal: AbortSignal): Promise<string[]> {
  const url = `${provider.baseUrl}/models`
  const response = await providerFetch(url, { headers: headersOf[provider.kind](provider.key ?? ''), signal })
  const responseBody = await response.text()
  if (!response.ok)
    throw new APICallError({
      message: response.statusText,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody,
    })
  return namesIn(responseBody).slice(0, maxModels)
}

const bearer = (key: string): Record<string, string> => (key === '' ? {} : { authorization: `Bearer ${key}` })

const headersOf: Record<ProviderKind, (key: string) => Record<string, string>> = {
  openai_compatible: bearer,
  openai: bearer,
  anthropic: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  google: (key) => ({ 'x-goog-api-key': key }),
}

/** `data` of OpenAI and Anthropic, `models` of Google, whose names begin with their folder. */
function namesIn(text: string): string[] {
  const { data, models } = JSON.parse(text)
  const list: unknown[] = [data, models].find(Array.isArray) ?? []
  const names = list.filter(isObject).map(({ id, name }) => (typeof id === 'string' ? id : name))
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^models\//, ''))
}
