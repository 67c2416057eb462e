import openapiTS, { astToString } from 'openapi-typescript'
import { readDocument } from '../testing/read-document.ts'

/** Where the types of the client lie. */
export const clientTypesFile = new URL('../../renderer/api/public-api.generated.ts', import.meta.url)

const header = `/* Generated from the OpenAPI document by \`npm run generate\`. Do not edit. */\n\n`

/** The types of the public API, made from its document. */
export async function renderClientTypes(): Promise<string> {
  const { text } = await readDocument('public')
  const document = withoutProse(JSON.parse(text)) as Parameters<typeof openapiTS>[0]
  return header + astToString(await openapiTS(document, { alphabetize: true }))
}

const prose = new Set(['description', 'summary', 'example', 'examples', 'x-issue-codes'])

/** The types are for the compiler; what people read is on the reference page. Names of properties are kept, whatever they are. */
function withoutProse(node: unknown, isMap = false): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutProse(one))
  if (typeof node !== 'object' || node === null) return node
  const kept = Object.entries(node).filter(([key]) => isMap || !prose.has(key))
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutProse(value, key === 'properties' && !isMap)]),
  )
}
