/**
 * The tools, resources and prompts with fixed names and contents that the conformance suite requires of
 * every server.
 */
import type { ContentBlock, GetPromptResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { type FixtureTool, inputTools, text } from './fixture-inputs.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image: ContentBlock = { type: 'image', data: png, mimeType: 'image/png' }

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

export const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_error_handling: () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  async test_tool_with_logging(_args, { mcpReq }) {
    await mcpReq.log('info', 'Tool execution started')
    await pause()
    await mcpReq.log('info', 'Tool processing data')
    await pause()
    await mcpReq.log('info', 'Tool execution completed')
    return text('Three messages were logged.')
  },
  async test_logging_tool(_args, { mcpReq }) {
    await mcpReq.log('info', 'Logged where the request asked for it.')
    return text('One message was logged where the request asked for it.')
  },
  async test_tool_with_progress(_args, { mcpReq }) {
    const token = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: token ?? '', progress, total: 100 }
      if (token !== undefined) await mcpReq.notify({ method: 'notifications/progress', params })
      await pause()
    }
    return text('The work is done.')
  },
  async test_sampling({ prompt }, { mcpReq }) {
    const content = { type: 'text' as const, text: String(prompt) }
    const answer = await mcpReq.requestSampling({ messages: [{ role: 'user', content }], maxTokens: 100 })
    return text(`LLM response: ${JSON.stringify(answer.content)}`)
  },
  async test_elicitation({ message }, { mcpReq }) {
    const answer = await mcpReq.elicitInput({
      mode: 'form',
      message: String(message),
      requestedSchema: {
        type: 'object',
        properties: { username: { type: 'string' }, email: { type: 'string' } },
        required: ['username', 'email'],
      },
    })
    return text(`User response: ${JSON.stringify(answer)}`)
  },
  ...inputTools,
}

export const resources = [
  { uri: 'test://static-text', name: 'Static text', description: 'A text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'Static image', description: 'A picture.', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'Watched', description: 'A text.', mimeType: 'text/plain' },
]

export const resourceTemplates = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Template',
    description: 'Data by id.',
    mimeType: 'application/json',
  },
]

export function readFixture(uri: string): ReadResourceResult | undefined {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text: data }] }
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: png }] }
  const known = resources.some((resource) => resource.uri === uri)
  const content = 'This is the content of the static text resource.'
  return known ? { contents: [{ uri, mimeType: 'text/plain', text: content }] } : undefined
}

type Args = Readonly<Record<string, string>>

interface FixturePrompt {
  readonly arguments: { readonly name: string; readonly required: boolean }[]
  readonly write: (args: Args) => GetPromptResult['messages']
}

const say = (value: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: value } })
const needs = (...names: string[]) => names.map((name) => ({ name, required: true }))

export const fixturePrompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { arguments: [], write: () => [say('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    arguments: needs('arg1', 'arg2'),
    write: ({ arg1, arg2 }) => [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    arguments: needs('resourceUri'),
    write: ({ resourceUri: uri = '' }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
      },
      say('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: {
    arguments: [],
    write: () => [{ role: 'user', content: image }, say('Please analyze the image above.')],
  },
}
