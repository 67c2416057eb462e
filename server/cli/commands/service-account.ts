import type { ServiceAccount, ServiceAccountChange } from '#shared/schemas/team.ts'
import { roles, type Role, serviceAccountRoles } from '#shared/team.ts'
import { foldText, isOneOf } from '#shared/text.ts'
import { findWorkspace, namedWorkspaceOption } from '../chosen-workspace.ts'
import type { CatalogClient } from '../client.ts'
import { type Command, CommandError, type OptionValues, requireOption, UsageError } from '../command.ts'
import { withTeam } from '../nearest-server.ts'

const noRole = 'none'

export const serviceAccountCreate: Command = {
  name: 'service-account create',
  summary: 'Make a member of the team that is no person, for scripts: it has keys and cannot sign in',
  arguments: 'NAME',
  positionals: 1,
  options: {},
  run: ({ dataDir, output, positionals: [name = ''] }) =>
    withTeam(dataDir, async (client) => {
      const { data } = await client.call('POST /app/v1/service-accounts', { body: { name } })
      output.print(
        data,
        `The service account "${data.name}" is made. Give it a role with: vitrine service-account role "${data.name}" --workspace NAME --role ROLE`,
      )
      return 0
    }),
}

export const serviceAccountList: Command = {
  name: 'service-account list',
  summary: 'List the service accounts with their roles and how many keys they have',
  arguments: '',
  positionals: 0,
  options: {},
  run: ({ dataDir, output }) =>
    withTeam(dataDir, async (client) => {
      const nameOf = await workspaceNames(client)
      for (const account of (await client.call('GET /app/v1/service-accounts')).data) {
        const given = Object.entries(account.roles).map(([id, role]) => `${role} in ${nameOf(id)}`)
        const { length } = account.keys
        const facts = [
          ...(given.length === 0 ? ['no role'] : given),
          length === 1 ? '1 key' : `${length} keys`,
          ...(account.is_disabled ? ['disabled'] : []),
        ]
        output.print(account, `${account.name}  (${facts.join(', ')})`)
      }
      return 0
    }),
}

export const serviceAccountRole: Command = {
  name: 'service-account role',
  summary: 'Say what a service account may do in a workspace',
  arguments: `NAME --workspace NAME --role ROLE|${noRole}`,
  positionals: 1,
  options: {
    ...namedWorkspaceOption,
    role: { type: 'string', help: `One of ${serviceAccountRoles.join(', ')}, or ${noRole}` },
  },
  run: ({ dataDir, output, options, positionals: [name = ''] }) => {
    const role = readRole(options, serviceAccountRoles)
    return withTeam(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const changed = await change(client, name, { roles: { [workspace.id]: role } })
      const now = role === null ? `has no role in ${workspace.name}` : `is ${role} in ${workspace.name}`
      output.print(changed, `The service account "${changed.name}" ${now}.`)
      return 0
    })
  },
}

export const serviceAccountDisable: Command = {
  name: 'service-account disable',
  summary: 'Refuse the keys of a service account until it is enabled again',
  arguments: 'NAME',
  positionals: 1,
  options: {},
  run: ({ dataDir, output, positionals: [name = ''] }) =>
    setDisabled({ dataDir, name, disabled: true }, (account) =>
      output.print(account, `The keys of "${account.name}" are refused.`),
    ),
}

export const serviceAccountEnable: Command = {
  name: 'service-account enable',
  summary: 'Take the keys of a disabled service account again',
  arguments: 'NAME',
  positionals: 1,
  options: {},
  run: ({ dataDir, output, positionals: [name = ''] }) =>
    setDisabled({ dataDir, name, disabled: false }, (account) =>
      output.print(account, `The keys of "${account.name}" are taken again.`),
    ),
}

export const serviceAccountRemove: Command = {
  name: 'service-account remove',
  summary: 'Delete a service account and end its keys; what it has changed keeps its name',
  arguments: 'NAME',
  positionals: 1,
  options: {},
  run: ({ dataDir, output, positionals: [name = ''] }) =>
    withTeam(dataDir, async (client) => {
      const { id } = await findServiceAccount(client, name)
      const { data } = await client.call('DELETE /app/v1/service-accounts/{id}', { path: { id } })
      output.print(data, `The service account "${data.name}" is deleted, and its keys have ended.`)
      return 0
    }),
}

export const groupRole: Command = {
  name: 'group role',
  summary: 'Say which role a group at the provider of single sign-on gives in a workspace',
  arguments: `GROUP --workspace NAME --role ROLE|${noRole}`,
  positionals: 1,
  options: {
    ...namedWorkspaceOption,
    role: { type: 'string', help: `One of ${roles.join(', ')}, or ${noRole}` },
  },
  run: ({ dataDir, output, options, positionals: [group = ''] }) => {
    const role = readRole<Role>(options, roles)
    return withTeam(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const body = { group, workspace_id: workspace.id, role }
      const { data } = await client.call('PUT /app/v1/group-roles', { body })
      const now = role === null ? 'gives no role' : `gives the role ${role}`
      output.print(data, `The group ${data.group} ${now} in ${workspace.name}.`)
      return 0
    })
  },
}

export const groupList: Command = {
  name: 'group list',
  summary: 'List the roles that groups at the provider of single sign-on give',
  arguments: '',
  positionals: 0,
  options: {},
  run: ({ dataDir, output }) =>
    withTeam(dataDir, async (client) => {
      const nameOf = await workspaceNames(client)
      for (const given of (await client.call('GET /app/v1/group-roles')).data) {
        const { group, workspace_id: id, role } = given
        const workspace = nameOf(id)
        output.print({ group, workspace_id: id, workspace, role }, `${group}  (${role} in ${workspace})`)
      }
      return 0
    }),
}

function readRole<T extends string>(options: OptionValues, known: readonly T[]): T | null {
  const role = requireOption(options, 'role', known.at(-1) ?? noRole)
  if (role === noRole) return null
  if (isOneOf(known, role)) return role
  throw new UsageError(`There is no role ${role} for it. Name ${known.join(', ')} or ${noRole}.`)
}

interface Disabling {
  readonly dataDir: string
  readonly name: string
  readonly disabled: boolean
}

function setDisabled(
  { dataDir, name, disabled }: Disabling,
  print: (account: ServiceAccount) => void,
): Promise<number> {
  return withTeam(dataDir, async (client) => {
    print(await change(client, name, { disabled }))
    return 0
  })
}

async function change(
  client: CatalogClient,
  name: string,
  body: ServiceAccountChange,
): Promise<ServiceAccount> {
  const { id } = await findServiceAccount(client, name)
  return (await client.call('PATCH /app/v1/service-accounts/{id}', { path: { id }, body })).data
}

export async function findServiceAccount(client: CatalogClient, name: string): Promise<ServiceAccount> {
  const { data: accounts } = await client.call('GET /app/v1/service-accounts')
  const found = accounts.find((account) => foldText(account.name) === foldText(name))
  if (found) return found
  throw new CommandError(
    `There is no service account "${name}". vitrine service-account list shows those there are.`,
  )
}

async function workspaceNames(client: CatalogClient): Promise<(id: string) => string> {
  const { data: workspaces } = await client.call('GET /app/v1/workspaces')
  return (id) => workspaces.find((workspace) => workspace.id === id)?.name ?? id
}
