import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../catalog/errors.ts'
import { compressAnswers } from '../../compress.ts'
import { sendDocument, type ApiDocument } from '../api-document.ts'

const folder = join(import.meta.dirname, 'page')
const checkout = join(import.meta.dirname, '../../../..')

/** Files that the documents load or offer; those that other folders make lie beside the pages once built. */
const files: Readonly<Record<string, readonly [type: string, ...paths: string[]]>> = {
  'reference.css': ['text/css', join(folder, 'reference.css')],
  'reference.js': ['text/javascript', join(folder, 'reference.js')],
  'search.js': ['text/javascript', join(folder, 'search.js')],
  'vitrine.js': [
    'text/javascript',
    join(folder, 'vitrine.js'),
    join(checkout, 'server/client/dist/vitrine.js'),
  ],
  'vitrine.py': ['text/x-python', join(folder, 'vitrine.py'), join(checkout, 'server/client/vitrine.py')],
}
const changelogPaths = [join(folder, 'CHANGELOG.md'), join(checkout, 'CHANGELOG.md')]

/**
 * The documents of the public API: pages, the document they are made of, and clients to download. They need no key, and
 * nothing is read before a request.
 */
export async function docsRoutes(
  app: FastifyInstance,
  { document }: { document: ApiDocument },
): Promise<void> {
  const options = { config: { page: true }, exposeHeadRoute: true }
  let pages: Promise<ReadonlyMap<string, string>> | undefined
  compressAnswers(app, () => true)
  const read = async (name: string): Promise<string> => {
    pages ??= renderAll(document)
    const text = (await pages).get(name)
    if (text === undefined) throw notFound(`The page ${name}`)
    return text
  }

  app.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 308))
  app.get('/docs/', options, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(await read('overview')),
  )
  app.get('/docs/openapi.json', options, (_request, reply) => sendDocument(reply, document))
  app.get('/docs/search.json', options, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await read('search.json')),
  )
  app.get('/llms.txt', options, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await read('llms.txt')),
  )
  app.get<{ Params: { name: string } }>('/docs/:name', options, async ({ params: { name } }, reply) => {
    const [type, ...paths] = (Object.hasOwn(files, name) && files[name]) || []
    if (type !== undefined) return reply.type(`${type}; charset=utf-8`).send(await readFirst(paths))
    const format = name.endsWith('.md') ? 'markdown' : 'html'
    return reply.type(`text/${format}; charset=utf-8`).send(await read(name))
  })
}

async function readFirst(paths: readonly string[]): Promise<string> {
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text !== undefined) return text
  }
  throw notFound('This file, which the build makes,')
}

/** Every page by its name, `.md` for Markdown, with the index of the search and `llms.txt`. */
async function renderAll(document: ApiDocument): Promise<ReadonlyMap<string, string>> {
  const [{ makePages, renderDocsPage }, { renderLlmsText }, { makeSearchIndex }, { readGuides }] =
    await Promise.all([
      import('./docs-pages.ts'),
      import('./resource-markdown.ts'),
      import('./search-index.ts'),
      import('./guides.ts'),
    ])
  const described = JSON.parse(await document.text())
  const { origin } = new URL(described.servers[0].url)
  const guides = await readGuides(join(folder, 'guides'), origin)
  const pages = makePages(described, { guides, changelog: await readFirst(changelogPaths) })
  return new Map([
    ...pages.map((page): [string, string] => [page.name, renderDocsPage(page, pages)]),
    ...pages.map((page): [string, string] => [`${page.name}.md`, page.markdown]),
    ['search.json', JSON.stringify(makeSearchIndex(described, pages))],
    ['llms.txt', renderLlmsText(described, pages)],
  ])
}
