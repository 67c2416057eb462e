import type { Webhook } from '#shared/schemas/webhooks.ts'
import { splitList } from '#shared/text.ts'
import type { CatalogClient } from '../client.ts'
import { findOnlyWorkspace, onlyWorkspaceOption } from '../chosen-workspace.ts'
import { type Command, CommandError, type Invocation, textOption } from '../command.ts'
import { withCatalog } from '../nearest-server.ts'

export const webhookList: Command = {
  name: 'webhook list',
  summary: 'List the webhooks of a workspace, and how their deliveries go',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: { ...onlyWorkspaceOption },
  async run({ dataDir, output, options }) {
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('GET /api/v1/webhooks')
      const rows = data.map((webhook) => ({
        object: webhook,
        cells: [webhook.id, webhook.status, webhook.url, webhook.problem ?? ''],
      }))
      output.printRows(['Id', 'Status', 'Address', 'Problem'], rows, 'There are no webhooks.')
      return 0
    })
  },
}

export const webhookAdd: Command = {
  name: 'webhook add',
  summary: 'Send what is changed to an address, and print the secret that signs it',
  arguments: 'URL [--workspace NAME] [--events entity.updated,…] [--types product,…] [--in-my-network]',
  positionals: 1,
  options: {
    ...onlyWorkspaceOption,
    events: { type: 'string', help: 'Only these kinds of events; without it all' },
    types: { type: 'string', help: 'Only events of entities of these types' },
    attributes: { type: 'string', help: 'Only events that change one of these attributes' },
    'in-my-network': {
      type: 'boolean',
      help: 'The address may be of this computer or its network, or without https',
    },
  },
  examples: ['webhook add https://shop.example/hooks --events entity.updated --types product'],
  async run({ dataDir, output, options, positionals: [url = ''] }) {
    const [events, types, attributes] = (['events', 'types', 'attributes'] as const).map((name) => {
      const text = textOption(options, name)
      return text === undefined ? undefined : splitList(text)
    })
    const body = {
      url,
      ...(events && { events }),
      ...(types && { types }),
      ...(attributes && { attributes }),
      ...(options['in-my-network'] === true && { in_my_network: true }),
    }
    return withCatalog(dataDir, async (owner) => {
      const client = owner.in(await findOnlyWorkspace(owner, options))
      const { data } = await client.call('POST /api/v1/webhooks', { body })
      const next =
        data.status === 'pending'
          ? 'The owner approves the address in the app or by vitrine approve.'
          : `Try it with: vitrine webhook test ${data.id}`
      output.print(
        data,
        `${data.id}\n${data.secret}\nThe second line signs each delivery and is shown this once. ${next}`,
      )
      return 0
    })
  },
}

export const webhookTest: Command = {
  name: 'webhook test',
  summary: 'Send a test to a webhook; ends with 1 where it is not taken',
  arguments: 'ID [--workspace NAME]',
  positionals: 1,
  options: { ...onlyWorkspaceOption },
  async run(invocation) {
    const { output } = invocation
    return withWebhook(invocation, async (client, { id }) => {
      const { data } = await client.call('POST /app/v1/webhooks/{id}/test', { path: { id } })
      const isTaken = data.status !== null && data.status >= 200 && data.status < 300
      const answer = data.status === null ? data.answer : `It answered ${data.status}.`
      output.print(data, `${answer} (${data.milliseconds} ms)`)
      return isTaken ? 0 : 1
    })
  },
}

export const webhookRemove: Command = {
  name: 'webhook remove',
  summary: 'Send nothing to the address any more',
  arguments: 'ID [--workspace NAME]',
  positionals: 1,
  options: { ...onlyWorkspaceOption },
  async run(invocation) {
    const { output } = invocation
    return withWebhook(invocation, async (client, { id }) => {
      const { data } = await client.call('DELETE /app/v1/webhooks/{id}', { path: { id } })
      output.print(data, `Nothing is sent to ${data.url} any more.`)
      return 0
    })
  },
}

/** Whether a word is the id of a webhook, or its beginning, and not the code of an agent. */
export function isWebhookId(word: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$/i.test(word) && /[0-9]/.test(word)
}

/** Approves the address of the webhook of this id, in the workspace that has it. */
export async function approveWebhook(
  owner: CatalogClient,
  id: string,
  { options, output }: Pick<Invocation, 'options' | 'output'>,
): Promise<number> {
  const { data: workspaces } = await owner.call('GET /app/v1/workspaces')
  for (const workspace of workspaces) {
    const client = owner.in(workspace)
    const { data } = await client.call('GET /api/v1/webhooks')
    const found = data.find((webhook) => webhook.id.startsWith(id.toLowerCase()))
    if (!found) continue
    const body = options['in-my-network'] === true ? { in_my_network: true } : {}
    const approved = await client.call('POST /app/v1/webhooks/{id}/approve', { path: { id: found.id }, body })
    output.print(approved.data, `What is changed in ${workspace.name} is sent to ${found.url} from now on.`)
    return 0
  }
  throw new CommandError(`No webhook has the id ${id}. vitrine webhook list shows the ids.`)
}

/** Runs a command about the webhook that is named by its id or the beginning of it. */
function withWebhook(
  { dataDir, options, positionals: [id = ''] }: Invocation,
  run: (client: CatalogClient, webhook: Webhook) => Promise<number>,
): Promise<number> {
  return withCatalog(dataDir, async (owner) => {
    const client = owner.in(await findOnlyWorkspace(owner, options))
    return run(client, await findWebhook(client, id))
  })
}

async function findWebhook(client: CatalogClient, id: string): Promise<Webhook> {
  const { data } = await client.call('GET /api/v1/webhooks')
  const [found, ...others] = data.filter((webhook) => webhook.id.startsWith(id.toLowerCase()))
  if (found && others.length === 0) return found
  throw new CommandError(
    `No webhook, or more than one, has the id ${id}. vitrine webhook list shows the ids.`,
  )
}
