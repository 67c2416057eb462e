/** The page of a resource as Markdown, and `/llms.txt`, for agents. */
import type { DocsPage } from './docs-pages.ts'
import { languages } from './languages.ts'
import { samplesOf } from './samples.ts'
import { typesOf } from './render-operation.ts'
import type { JsonObject, PathOperation, ReferenceDocument, Resource } from './sections.ts'

const advice = `Read this first, then the page of the resource that you need; each is plain Markdown.

- Send \`Authorization: Bearer $VITRINE_KEY\`; \`GET /me\` tells the workspace and the scopes of the key.
- Find before you write: \`GET /products?filter[sku]=CH-100\`. Ids are UUIDs, and never change.
- Write many with \`POST /products/batch\` or by \`POST /products/upsert\`; change all that a filter chooses with \`POST /bulk-edits\`.
- Give a reference by name where you have no id: \`{"label": "Nordvik"}\` or \`{"merge_key": "sku", "value": "CH-100"}\`.
- Send an \`Idempotency-Key\` with each POST and PATCH: after a lost connection or a 500 send the same again, and nothing is done twice.
- What answers 202 is a job: \`?wait=10\` waits for its end. \`POST /edits/{edit_id}/undo\` takes a change back.
- Try first where \`dry_run\` is offered.

Filters: \`filter[key]=value\` or \`filter[key][operator]=value\`, with the operators eq, ne, contains, not_contains, starts_with,
ends_with, gt, gte, lt, lte, exists and in; \`filter[vendor.city]=Oslo\` looks one reference further. Groups go to
\`POST /products/query\`: \`{"filter": {"or": [{"attribute": "price", "operator": "gte", "value": 100}]}}\`.

Do not: page without a limit, ask for one entity after another where a filter finds all, guess keys of attributes (\`GET /attributes\`
lists them), delete (there is no DELETE), or send a refused request again unchanged: \`field_errors\` says what to change.`

/** An agent reads this first: advice, and every page. */
export function renderLlmsText({ info, servers }: ReferenceDocument, pages: readonly DocsPage[]): string {
  const parts = [...Map.groupBy(pages, ({ part }) => part)].map(
    ([part, list]) =>
      `## ${part}\n\n${list.map(({ name, title, summary }) => `- [${title}](/docs/${name}.md): ${summary}`).join('\n')}`,
  )
  return `# ${info.title} ${info.version}\n\nBase URL: ${servers[0]?.url ?? ''}\n\n${advice}\n\n${parts.join('\n\n')}\n`
}

export function resourceMarkdown(resource: Resource, document: ReferenceDocument): string {
  const root = document.servers[0]?.url ?? ''
  const types = typesOf(resource.operations, document).map(([name, schema]) => renderType(name, schema))
  return [
    `# ${resource.title}`,
    resource.description,
    ...resource.operations.map((operation) => renderOperation(operation, root)),
    ...(types.length === 0 ? [] : ['## Types', ...types]),
  ].join('\n\n')
}

function renderOperation(shown: PathOperation, root: string): string {
  const { summary, description = '' } = shown.operation
  const parameters = shown.parameters.map(
    ({ name, in: location, required, description: text }) =>
      `- \`${name}\` (${location}${required ? ', required' : ''}): ${text.replaceAll('\n', ' ')}`,
  )
  const samples = samplesOf(shown, root).map((sample) => `\`\`\`sh\n${languages.curl(sample)}\n\`\`\``)
  const parts = [
    `## ${summary}`,
    `\`${shown.method} ${shown.path}\``,
    description,
    parameters.join('\n'),
    samples[0] ?? '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function renderType(name: string, schema: JsonObject): string {
  return `### ${name}\n\n\`\`\`json\n${JSON.stringify(schema).replaceAll('#/components/schemas/', '')}\n\`\`\``
}
