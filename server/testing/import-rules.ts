import { isAbsolute, join, relative, sep } from 'node:path'
import { listSources, readImports } from './folder-circles.ts'

/** Files that match `from` import nothing that matches `refuses`, which is a path in the project or a package. */
interface ImportRule {
  readonly from: RegExp
  readonly refuses: RegExp
  readonly message: string
}

function onlyFor(folders: string, refuses: RegExp, message: string): ImportRule {
  return { from: new RegExp(`^server/(?!testing/|(${folders})/)[a-z-]+/`), refuses, message }
}

const behindSeams =
  'server/cluster is an optional module: index.ts loads its serve.ts, thread-work.ts its open-writer.ts. Take what is needed from catalog/connections/cluster-seam.ts.'

/** Imports that the order of the folders in the READMEs allows, and that are refused all the same. */
const importRules: readonly ImportRule[] = [
  {
    from: /^server\/(?!cluster\/|testing\/|index\.ts$|thread-work\.ts$)/,
    refuses: /^server\/cluster\//,
    message: behindSeams,
  },
  { from: /^server\/index\.ts$/, refuses: /^server\/cluster\/(?!serve\.ts$)/, message: behindSeams },
  {
    from: /^server\/thread-work\.ts$/,
    refuses: /^server\/cluster\/(?!open-writer\.ts$)/,
    message: behindSeams,
  },
  onlyFor('store', /^better-sqlite3$/, 'Only server/store touches SQL. Add a function there and call it.'),
  onlyFor(
    'catalog|cluster|registry|store|threads',
    /^server\/store\//,
    'Above the catalog only threads/ and cluster/ import store/. Data comes from threads/, which run catalog/operations.ts.',
  ),
  {
    from: /^server\/threads\/(?!thread\.ts$)/,
    refuses: /^server\/store\//,
    message:
      'threads/ open connections by catalog/connections and run catalog/operations.ts. Add there what is missing.',
  },
  onlyFor('registry', /^drizzle-orm/, 'Only server/registry uses Drizzle. Add a function there and call it.'),
  onlyFor(
    'access|cluster|feeds|oauth|providers|registry|replication|threads|webhooks|workspaces',
    /^server\/registry\//,
    'vitrine.db belongs to access/ and workspaces/. Ask one of them, or threads/.',
  ),
  onlyFor(
    'fetch|jobs|oauth|places|webhooks',
    /^server\/fetch\//,
    'Pages of others are got by jobs. Put what is missing into jobs/, or take it as an option.',
  ),
  onlyFor(
    'app|cli|cluster|edge|http|log|mcp|monitoring|oauth',
    /^server\/log\//,
    'Below the edges nothing knows the log. Return what happened and let the caller write it.',
  ),
  onlyFor(
    'app|cluster|edge|http|mcp|monitoring|oauth',
    /^(@fastify\/|fastify$)/,
    'Below the edges nothing knows a transport. Return data and let edge/ and its siblings send it.',
  ),
  onlyFor(
    'cluster|fetch|places|providers|webhooks',
    /^undici$/,
    'server/fetch gets pages, bounded and never from this network. Call it from a job, or take the answer as an option.',
  ),
  {
    from: /^server\/(store|catalog|log|registry|jobs|threads|sample|workspaces|replication|rules)\//,
    refuses: /^node:(https?|http2|net|tls|dgram|dns)(\/|$)/,
    message:
      'Only server/fetch and the edges open connections. Call fetch/ from a job, or take the answer as an option.',
  },
  {
    from: /^server\/(?!cli\/|cluster\/|testing\/|mcp\/judges\/)[a-z-]+\//,
    refuses: /^server\/[^/]+\.ts$/,
    message:
      'The files of server/ itself put the server together, on top of all folders. Pass in what is needed.',
  },
  {
    from: /^server\/catalog\/[^/]+\//,
    refuses: /^server\/catalog\/operations\.ts$/,
    message: 'operations.ts composes the folders of the catalog. Import the function from its folder.',
  },
  {
    from: /^renderer\/(grid\/)?(?!testing\/)[a-z-]+\//,
    refuses: /^renderer\/[^/]+$/,
    message: 'The files of renderer/ itself start the page. Move what a folder needs into one to its left.',
  },
  {
    from: /^renderer\/grid\/(?!testing\/)[a-z-]+\//,
    refuses: /^renderer\/grid\/[^/]+$/,
    message: 'The root of renderer/grid composes the folders. Move what they need into actions/ or data/.',
  },
  {
    from: /^(server|renderer|main|shared)\/(?!.*\btesting\/|rules\/|http\/conformance\/|mcp\/judges\/)/,
    refuses: /\/testing\//,
    message: 'testing/ is for tests. Move what the program needs into the folder that uses it.',
  },
]

const remedies: Readonly<Record<string, string>> = {
  'server/store': 'store/ is the bottom. Pass in what it needs.',
  'server/log': 'log/ knows nothing of the program. Pass in what it needs.',
  'server/registry': 'registry/ is vitrine.db and nothing else. Let access/ or workspaces/ call it.',
  'server/catalog':
    'Jobs, threads and the edges call catalog/. Return data and let the caller go on with it.',
  'server/fetch': 'fetch/ gets pages and does not know for which job. Pass in what it needs.',
  'server/providers': 'providers/ call models and do not know for which run. Pass in what they need.',
  'server/jobs':
    'jobs/ run in threads and read data by context.read and context.call. Put what is missing into catalog/ or JobContext.',
  'server/access':
    'access/ is under the edges and beside workspaces/. Pass in what it needs; data comes from threads/.',
  'server/workspaces':
    'workspaces/ is under the edges and beside access/. Pass in what it needs; data comes from threads/.',
  'server/edge': 'edge/ is what the edges share and never imports one of them. Move the function here.',
  'server/cli':
    'The command line is a client of the server. Ask for it over HTTP, or move what is missing to a floor below.',
  'renderer/ui': 'ui/ has primitives and formats without words of the catalog. Take the value as a prop.',
  'renderer/api':
    'api/ knows requests and answers only. A request that carries the query of a list belongs in renderer/query.',
  'renderer/query': 'query/ is what a list is asked. What depends on what is open belongs in renderer/state.',
  'renderer/state':
    'state/ is what the whole window shares. Declare here what a feature offers, and let the feature put it in.',
  'renderer/grid/model':
    'model/ is pure columns, geometry, selection. Take the value as a parameter, or move what needs a session up.',
  'renderer/grid/data':
    'data/ holds the state of a grid and knows no cells. Take what lies above as a port (see FormatCell), or offer it through GridScreen.',
  'renderer/grid/cells':
    'cells/ draw and read one value. Take what lies above through PanelProps or CellContext.',
  'renderer/grid/clipboard':
    'clipboard/ turns blocks of cells into text and back. What needs a session belongs in actions/.',
  'renderer/grid/actions':
    'actions/ are what commands do with a session, without React parts. Ask the screen through session.screen.',
}

const siblingRemedies: Readonly<Record<string, string>> = {
  server: 'Move what both folders need to one on their left, or pass it in.',
  renderer:
    'A feature imports no other feature. Reach it through renderer/state, a prop that renderer/shell fills, or the table of commands; move what both need to a lower floor.',
  'renderer/grid':
    'What draws over or in the cells belongs in view/; what both folders need belongs in actions/ or data/.',
}

export function explainArrows(dir: string, readme: string, arrows: readonly string[]): string[] {
  return arrows.map((arrow) => {
    const [from = ''] = arrow.split(' ')
    const remedy =
      remedies[`${dir}/${from}`] ?? siblingRemedies[dir] ?? 'Move what both need to a folder on the left.'
    return `${dir}: ${arrow} goes against the order in ${readme}. ${remedy}`
  })
}

export function listRefusedImports(root: string, folders: readonly string[]): string[] {
  const inProject = (path: string) => relative(root, path).split(sep).join('/')
  return folders
    .flatMap((folder) => listSources(join(root, folder)))
    .flatMap((file) => {
      const from = inProject(file)
      const rules = importRules.filter((rule) => rule.from.test(from))
      return readImports(file).flatMap((imported) => {
        const to = isAbsolute(imported) ? inProject(imported) : imported
        const refused = rules.filter((rule) => rule.refuses.test(to))
        return refused.map(({ message }) => `${from} imports ${to}. ${message}`)
      })
    })
}
