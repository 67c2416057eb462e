import { roles } from '#shared/team.ts'
import type { ListedWorkspace } from '#shared/app-surface.ts'
import type { Person } from '#shared/schemas/team.ts'
import { isOneOf } from '#shared/text.ts'
import type { CatalogClient } from '../client.ts'
import { findWorkspace, namedWorkspaceOption } from '../chosen-workspace.ts'
import { type Command, CommandError, type Output, requireOption, UsageError } from '../command.ts'
import { withTeam } from '../nearest-server.ts'

export const userInvite: Command = {
  name: 'user invite',
  summary: 'Make a link by which somebody joins a workspace of the team; it is shown this once',
  arguments: 'EMAIL --workspace NAME --role ROLE',
  positionals: 1,
  options: { ...namedWorkspaceOption, role: { type: 'string', help: `One of ${roles.join(', ')}` } },
  async run({ dataDir, output, options, positionals: [email = ''] }) {
    const role = requireOption(options, 'role', 'editor')
    if (!isOneOf(roles, role))
      throw new UsageError(`There is no role ${role}. The roles are ${roles.join(', ')}.`)
    return withTeam(dataDir, async (client) => {
      const workspace = await findWorkspace(client, options)
      const { link, mailed } = await client
        .in(workspace)
        .call('POST /app/v1/invitations', { body: { email, role } })
      output.print(
        { email, link, mailed },
        `${link}\n\nThe link lets ${email} into ${workspace.name} as ${role}, once and within seven days. ${describeMail(mailed)}`,
      )
      return 0
    })
  },
}

export const userList: Command = {
  name: 'user list',
  summary: 'List the people of the team, or of one workspace, and the invitations that wait',
  arguments: '[--workspace NAME]',
  positionals: 0,
  options: namedWorkspaceOption,
  async run({ dataDir, output, options }) {
    return withTeam(dataDir, async (client) => {
      const isOfWorkspace = options['workspace'] !== undefined
      for (const person of await peopleOf(client, isOfWorkspace, options))
        output.print(
          { state: person.is_disabled ? 'disabled' : 'active', ...person },
          `${person.email}  ${person.name}  (${describePerson(person).join(', ')})`,
        )
      const workspaces = isOfWorkspace
        ? [await findWorkspace(client, options)]
        : (await client.call('GET /app/v1/workspaces')).data
      for (const workspace of workspaces) await printInvitations(client, workspace, output)
      return 0
    })
  },
}

function describePerson(person: Person): string[] {
  const { role, role_by_groups: byGroups, is_administrator, is_disabled, has_codes, last_seen_at } = person
  return [
    ...(role === null ? [] : [role]),
    ...(byGroups === null ? [] : ['by groups']),
    ...(is_administrator ? ['administrator'] : []),
    ...(has_codes ? ['with codes'] : []),
    ...(is_disabled ? ['disabled'] : []),
    last_seen_at === null ? 'not signed in' : `last seen ${last_seen_at.slice(0, 10)}`,
  ]
}

async function printInvitations(
  client: CatalogClient,
  workspace: ListedWorkspace,
  output: Output,
): Promise<void> {
  for (const invitation of (await client.in(workspace).call('GET /app/v1/invitations')).data) {
    const { email, role, expires_at: end } = invitation
    output.print(
      { state: 'invited', ...invitation, workspace: workspace.name },
      `${email}  invited  (${role} in ${workspace.name}, until ${end.slice(0, 16).replace('T', ' ')} UTC)`,
    )
  }
}

export const userDisable: Command = {
  name: 'user disable',
  summary: 'Let somebody in no more: their sessions and keys end at once',
  arguments: 'EMAIL',
  positionals: 1,
  options: {},
  run: ({ dataDir, output, positionals: [email = ''] }) =>
    setDisabled({ dataDir, email, disabled: true }, (person) =>
      output.print(
        person,
        `${person.email} is let in no more. Let them in again with: vitrine user enable ${email}`,
      ),
    ),
}

export const userEnable: Command = {
  name: 'user enable',
  summary: 'Let somebody in again who was disabled',
  arguments: 'EMAIL',
  positionals: 1,
  options: {},
  run: ({ dataDir, output, positionals: [email = ''] }) =>
    setDisabled({ dataDir, email, disabled: false }, (person) =>
      output.print(person, `${person.email} may sign in again.`),
    ),
}

export const userResetPassword: Command = {
  name: 'user reset-password',
  summary: 'Make a link by which somebody sets a new password; it is shown this once',
  arguments: 'EMAIL [--end-credentials]',
  positionals: 1,
  options: {
    'end-credentials': { type: 'boolean', help: 'End their API keys and agents at once, too' },
  },
  async run({ dataDir, output, options, positionals: [email = ''] }) {
    return withTeam(dataDir, async (client) => {
      const { id } = await findPerson(client, email)
      const query = { end_credentials: options['end-credentials'] === true }
      const { link, mailed } = await client.call('POST /app/v1/people/{id}/reset-password', {
        path: { id },
        query,
      })
      output.print(
        { email, link, mailed },
        `${link}\n\nThe link lets ${email} set a new password, once and within a day. ${describeMail(mailed)}`,
      )
      return 0
    })
  },
}

export const userResetCodes: Command = {
  name: 'user reset-codes',
  summary: 'Turn off the one-time codes of somebody who has lost their app and recovery codes',
  arguments: 'EMAIL',
  positionals: 1,
  options: {},
  async run({ dataDir, output, positionals: [email = ''] }) {
    return withTeam(dataDir, async (client) => {
      const { id } = await findPerson(client, email)
      const { data } = await client.call('POST /app/v1/people/{id}/reset-codes', { path: { id } })
      output.print(data, `${data.email} signs in with the password alone and can turn codes on anew.`)
      return 0
    })
  },
}

export const userSignInLink: Command = {
  name: 'user sign-in-link',
  summary: 'Make a link by which an administrator signs in once, when single sign-on fails',
  arguments: 'EMAIL',
  positionals: 1,
  options: {},
  async run({ dataDir, output, positionals: [email = ''] }) {
    return withTeam(dataDir, async (client) => {
      const { id } = await findPerson(client, email)
      const { link } = await client.call('POST /app/v1/people/{id}/sign-in-link', { path: { id } })
      output.print(
        { email, link },
        `${link}\n\nThe link signs ${email} in, once and within a quarter of an hour.`,
      )
      return 0
    })
  },
}

interface Disabling {
  readonly dataDir: string
  readonly email: string
  readonly disabled: boolean
}

function setDisabled(
  { dataDir, email, disabled }: Disabling,
  print: (person: Person) => void,
): Promise<number> {
  return withTeam(dataDir, async (client) => {
    const { id } = await findPerson(client, email)
    print((await client.call('PATCH /app/v1/people/{id}', { path: { id }, body: { disabled } })).data)
    return 0
  })
}

async function peopleOf(
  client: CatalogClient,
  isOfWorkspace: boolean,
  options: Parameters<typeof findWorkspace>[1],
): Promise<readonly Person[]> {
  if (!isOfWorkspace) return (await client.call('GET /app/v1/people')).data
  const { data } = await client.in(await findWorkspace(client, options)).call('GET /app/v1/people')
  return data.filter(({ role }) => role !== null)
}

async function findPerson(client: CatalogClient, email: string): Promise<Person> {
  const { data: people } = await client.call('GET /app/v1/people')
  const found = people.find((person) => person.email.toLowerCase() === email.trim().toLowerCase())
  if (found) return found
  throw new CommandError(`Nobody has an account with the e-mail ${email}. vitrine user list shows who has.`)
}

function describeMail(mailed: boolean): string {
  return mailed ? 'It has been sent by mail too.' : 'Send it to them.'
}
