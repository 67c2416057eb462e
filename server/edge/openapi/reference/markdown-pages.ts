/** The reference as Markdown, for agents: one page of guides, one for each resource, and what leads to them. */
import { languages, samplesOf } from './languages.ts'
import { groupSections, type Group, type ReferenceDocument, type Section, sectionTexts } from './sections.ts'

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

/** The Markdown pages by their names; `llms.txt` is the first to read. */
export function renderMarkdownPages(document: ReferenceDocument, guideText: string): Map<string, string> {
  const root = document.servers[0]?.url ?? ''
  const { origin } = new URL(root)
  const groups = groupSections(document)
  const guides = guideText.replaceAll('http://127.0.0.1:4417', origin)
  const pages = groups.map((group): [string, string] => [pageOf(group), renderGroup(group, root)])
  const links = [
    '- [guides.md](/docs/guides.md): first requests, filters, paging, errors and retries, imports, events',
    ...groups.map((group) => `- [${pageOf(group)}](/docs/${pageOf(group)}): ${firstLine(group.description)}`),
  ]
  const { title, version } = document.info
  return new Map([
    [
      'llms.txt',
      `# ${title} ${version}\n\nBase URL: ${root}\n\n${advice}\n\n## Pages\n\n${links.join('\n')}\n`,
    ],
    ['guides.md', `# Guides\n\n${guides}`],
    ...pages,
  ])
}

function pageOf({ name }: Group): string {
  return `${name.toLowerCase().replaceAll(/\W+/g, '-')}.md`
}

function firstLine(text: string): string {
  return text.replaceAll('\n', ' ').split('. ')[0] ?? ''
}

function renderGroup({ name, description, sections }: Group, root: string): string {
  return `# ${name}\n\n${description}\n\n${sections.map((section) => renderSection(section, root)).join('\n\n')}\n`
}

function renderSection(section: Section, root: string): string {
  const { shown } = section
  const { path, summary, description, general } = sectionTexts(section)
  const parameters = shown.parameters.map(
    ({ name, in: place, required, description: text }) =>
      `- \`${name}\` (${place}${required ? ', required' : ''}): ${general(text).replaceAll('\n', ' ')}`,
  )
  const [sample] = samplesOf(shown, root)
  const parts = [
    `## ${summary}`,
    `\`${shown.method} ${path}\``,
    description,
    parameters.join('\n'),
    sample ? `\`\`\`sh\n${languages.curl(sample)}\n\`\`\`` : '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}
