import { NewProvider, Provider, ProviderPatch, ProviderTest } from '../schemas/providers.ts'
import { Uuid } from '../schemas/entities.ts'
import { dataOf, listOf, type AppRouteTable, redirectsProvider } from './route.ts'
import { exampleProviderId } from './examples.ts'
import { required } from './parameters.ts'

const providerId = required(Uuid, 'The id of the provider.', exampleProviderId)

const exampleProvider = {
  id: exampleProviderId,
  name: 'Ollama',
  kind: 'openai_compatible',
  base_url: 'http://127.0.0.1:11434/v1',
  models: { text: 'qwen3:8b', image: null, video: null, embedding: null },
  concurrency: 4,
  requests_per_minute: null,
  price: null,
  is_default: true,
  has_key: false,
}

const issues = {
  name: ['required'],
  base_url: ['required', 'expected_url', 'invalid_value'],
  key: ['invalid_value'],
  key_env: ['invalid_value'],
} as const

/** The providers of models, which serve every workspace. No answer contains a key. */
export const providerRoutes = {
  'GET /providers': {
    id: 'listProviders',
    role: 'anyone',
    summary: 'List the providers of models',
    answers: { 200: listOf(Provider) },
    docs: () => ({ answers: { 200: ['The providers, oldest first.', { data: [exampleProvider] }] } }),
  },
  'POST /providers': {
    id: 'createProvider',
    confirm: true,
    audit: {
      action: 'provider_added',
      subject: 'answer.data.name',
      details: { address: 'answer.data.base_url' },
    },
    role: 'administrator',
    summary: 'Add a provider of models',
    body: NewProvider,
    answers: { 201: dataOf(Provider) },
    issues,
    docs: () => ({
      description:
        'Servers on this computer and its network are welcome; any other address needs https. The address of an `openai_compatible` server without a path means its `/v1`. The first provider is the default. `key` is kept secret, `key_env` names an environment variable that is read at each use: one that ends in `_API_KEY`, or that `vitrine serve --allow-key-variable` allows. Neither is in any answer. Prices are US dollars per million tokens, per picture and per second of video.',
      body: {
        examples: {
          local: {
            name: 'Ollama',
            kind: 'openai_compatible',
            base_url: 'http://127.0.0.1:11434',
            models: { text: 'qwen3:8b' },
          },
          hosted: {
            name: 'OpenAI',
            kind: 'openai',
            models: { text: 'gpt-5-mini' },
            key_env: 'OPENAI_API_KEY',
          },
        },
      },
      answers: { 201: ['The provider.', { data: exampleProvider }] },
      conflicts: 'There is a provider of that name.',
    }),
  },
  'PATCH /providers/{id}': {
    id: 'changeProvider',
    confirm: redirectsProvider,
    audit: {
      action: 'provider_changed',
      subject: 'answer.data.name',
      details: { fields: 'body', address: 'answer.data.base_url' },
    },
    role: 'administrator',
    summary: 'Change a provider of models',
    params: { id: providerId },
    body: ProviderPatch,
    answers: { 200: dataOf(Provider) },
    issues: { ...issues, is_default: ['invalid_value'] },
    docs: () => ({
      description:
        'What is not named stays. A new `kind`, or a `base_url` on another server, takes the key away unless one comes along: a key goes nowhere but where it was entered for.',
      body: {
        examples: {
          model: { models: { text: 'qwen3:14b' }, concurrency: 2 },
          price: { price: { input: 0.25, output: 2 } },
        },
      },
      answers: { 200: ['The provider.', { data: exampleProvider }] },
      conflicts: 'There is another provider of that name.',
    }),
  },
  'DELETE /providers/{id}': {
    id: 'deleteProvider',
    audit: {
      action: 'provider_deleted',
      subject: 'answer.data.name',
      details: { address: 'answer.data.base_url' },
    },
    role: 'administrator',
    summary: 'Delete a provider of models',
    params: { id: providerId },
    answers: { 200: dataOf(Provider) },
    docs: () => ({
      description: 'Its key goes along. Where it was the default, the oldest that is left takes its place.',
      answers: { 200: ['The provider that was.', { data: exampleProvider }] },
    }),
  },
  'POST /providers/{id}/test': {
    id: 'testProvider',
    role: 'administrator',
    summary: 'Test a provider of models',
    params: { id: providerId },
    answers: { 200: dataOf(ProviderTest) },
    docs: () => ({
      description:
        'Asks for the list of models and, where the provider has a text model, has it answer by a schema: the way it manages to is kept and used from then on. What that cost is part of the spend of the workspace that the header `Vitrine-Workspace` names, where there is one.',
      answers: {
        200: [
          'What came of it.',
          {
            data: {
              ok: true,
              milliseconds: 840,
              structured_output: 'json_schema',
              models: ['qwen3:8b'],
              message: null,
            },
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable
