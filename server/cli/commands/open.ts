import { spawn } from 'node:child_process'
import { pluralOf } from '#shared/entities.ts'
import { parseClauses } from '../clauses.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import { type Command, textOption, toType } from '../command.ts'
import { withRunningCatalog } from '../nearest-server.ts'

const maxClauses = 100

export const openCommand: Command = {
  name: 'open',
  summary: 'Open the app in the browser, at a list where one is named; its server has to run',
  arguments: '[TYPE] [CLAUSE…] [--workspace NAME] [--sort=-price,sku] [--print]',
  positionals: maxClauses + 1,
  optionalPositionals: maxClauses + 1,
  options: {
    ...onlyWorkspaceOption,
    sort: { type: 'string', help: 'Keys to sort by, as in --sort=-price,sku' },
    print: { type: 'boolean', help: 'Print the address, which works once, and open nothing' },
  },
  examples: ["open product status=Draft 'price>=100' --sort=-price", 'open vendor --print'],
  async run({ dataDir, output, options, positionals: [name = 'product', ...clauses] }) {
    const type = toType(name)
    const sort = textOption(options, 'sort')
    return withRunningCatalog(dataDir, async (client, origin) => {
      const { id } = await findOnlyWorkspace(client, options)
      const search = new URLSearchParams([
        ['workspace', id],
        ['view', pluralOf[type]],
        ...parseClauses(clauses).map(([key, value]): [string, string] => [key, value]),
        ...(sort === undefined ? [] : [['sort', sort] satisfies [string, string]]),
      ])
      const url = await addressOf(client, origin, `/?${search.toString()}`)
      const isPrinted = options['print'] === true || output.isJson
      if (isPrinted) output.print({ url }, url)
      else showInBrowser(url, () => output.note(`No browser could be started. Open ${url}`))
      return 0
    })
  },
}

/** The address of a page, with a ticket where the browser has to be let in. */
async function addressOf(client: CatalogClient, origin: string, page: string): Promise<string> {
  if (client.isRemote) return origin + page
  const { data } = await client.call('POST /app/v1/session/tickets')
  if (data.ticket === null) return origin + page
  return `${origin}/session?${new URLSearchParams({ ticket: data.ticket, to: page }).toString()}`
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

function showInBrowser(url: string, onFailure: () => void): void {
  const [program = 'xdg-open', ...words] = openers[process.platform] ?? ['xdg-open']
  spawn(program, [...words, url], { stdio: 'ignore', detached: true })
    .on('error', onFailure)
    .unref()
}
