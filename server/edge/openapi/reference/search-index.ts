/** The search of the documents finds pages, sections, operations, parameters, fields, types and codes. */
import { errorCodes, issueCodes } from '#shared/errors.ts'
import { addressOf, type DocsPage } from './docs-pages.ts'
import { typesOf } from './render-operation.ts'
import { type JsonObject, listResources, type ReferenceDocument, type Resource } from './sections.ts'

export interface SearchEntry {
  readonly title: string
  readonly where: string
  readonly href: string
  /** Further phrases that lead to it. */
  readonly words?: readonly string[]
  /** Orders what fits equally well: sections of guides, operations, codes, fields, types. */
  readonly weight: number
}

export function makeSearchIndex(document: ReferenceDocument, pages: readonly DocsPage[]): SearchEntry[] {
  const resources = listResources(document)
  return [
    ...pages.flatMap(entriesOfPage),
    ...resources.flatMap(entriesOfOperations),
    ...Object.keys(errorCodes).map((code) => codeEntry('error', code)),
    ...Object.keys(issueCodes).map((code) => codeEntry('issue', code)),
    ...entriesOfTypes(resources, document),
  ]
}

function entriesOfPage(page: DocsPage): SearchEntry[] {
  const href = addressOf(page)
  const own = { title: page.title, where: page.part, href, weight: 5 }
  if (page.part !== 'Guides') return [own]
  const sections = page.sections.map(([id, title]) => ({
    title,
    where: page.title,
    href: `${href}#${id}`,
    weight: 5,
  }))
  return [own, ...sections]
}

function entriesOfOperations({ name, operations }: Resource): SearchEntry[] {
  return operations.flatMap(({ method, path, operation, parameters }): SearchEntry[] => {
    const { operationId, summary } = operation
    const href = `/docs/${name}#${operationId}`
    const named = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
    const words = [`${method} ${path}`, named.join(' '), named.at(-1) ?? '', operationId]
    const fields = new Set([...parameters.map((parameter) => parameter.name), ...bodyFields(operation)])
    return [
      { title: summary, where: `${method} ${path}`, href, words, weight: 4 },
      ...[...fields].map((field) => ({ title: field, where: summary, href, weight: 2 })),
    ]
  })
}

function bodyFields({ requestBody }: Resource['operations'][number]['operation']): string[] {
  return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    Object.keys((schema['properties'] ?? {}) as JsonObject),
  )
}

function codeEntry(kind: 'error' | 'issue', code: string): SearchEntry {
  const where = kind === 'error' ? 'Error codes' : 'Issue codes'
  return { title: code, where, href: `/docs/errors#${kind}-${code}`, weight: 3 }
}

/** Each type leads to the first page that shows it. */
function entriesOfTypes(resources: readonly Resource[], document: ReferenceDocument): SearchEntry[] {
  const found = new Map<string, SearchEntry>()
  for (const { name, title, operations } of resources)
    for (const [type] of typesOf(operations, document))
      if (!found.has(type))
        found.set(type, {
          title: type,
          where: `Type · ${title}`,
          href: `/docs/${name}#schema-${type}`,
          weight: 1,
        })
  return [...found.values()]
}
