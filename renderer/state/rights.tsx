import type { ReactNode } from 'react'
import { createAtom } from '@tanstack/react-store'
import type { SessionInfo } from '#shared/app-surface.ts'
import { hasRole, type NeededRole, type Role } from '#shared/team.ts'
import { t, cachedByLanguage } from '../ui/text.ts'
import { useWorkspace } from './workspace-context.ts'

interface AllowedProps {
  readonly to: Right
  readonly children: ReactNode
}

export function Allowed({ to, children }: AllowedProps): ReactNode {
  return useMay()(to) ? children : null
}

/**
 * Fields that everybody sees and only some roles change. The notice above the page explains why they are
 * disabled.
 */
export function Changeable({ to, children }: AllowedProps): ReactNode {
  const may = useMay()
  if (may(to)) return children
  return (
    <fieldset disabled className="closed-fields">
      {children}
    </fieldset>
  )
}

/** Rights that not every role has, with the lowest role. A test compares each with its routes. */
export const neededFor = {
  comments: 'contributor',
  values: 'contributor',
  rows: 'editor',
  notes: 'editor',
  views: 'editor',
  actions: 'editor',
  imports: 'editor',
  jobs: 'editor',
  review: 'editor',
  generation: 'editor',
  findings: 'editor',
  duplicates: 'editor',
  worklists: 'editor',
  automations: 'editor',
  notices: 'editor',
  attributes: 'manager',
  classes: 'manager',
  channels: 'manager',
  rules: 'manager',
  merging: 'manager',
  keys: 'manager',
  feeds: 'manager',
  watching: 'manager',
  removing: 'manager',
  trash: 'owner',
  backups: 'owner',
  workspaces: 'administrator',
  providers: 'administrator',
  webhooks: 'administrator',
  folders: 'administrator',
  replica: 'administrator',
  diagnostics: 'administrator',
} as const satisfies Readonly<Record<string, NeededRole>>

export type Right = keyof typeof neededFor

interface RoleText {
  readonly name: string
  readonly hint: string
}

export const roleTexts = cachedByLanguage((): Readonly<Record<Role, RoleText>> => ({
  owner: { name: t('Owner'), hint: t('may do everything here, people, trash and backups included.') },
  manager: {
    name: t('Manager'),
    hint: t('changes attributes, classes, channels and imports, and makes keys of their own.'),
  },
  editor: { name: t('Editor'), hint: t('changes values, imports and exports.') },
  contributor: { name: t('Contributor'), hint: t('proposes values; an editor decides about them.') },
  viewer: { name: t('Viewer'), hint: t('views, searches and exports.') },
}))

const ofTeams: ReadonlySet<Right> = new Set<Right>(['comments', 'worklists'])

/** Whether the person may use a right in a workspace; the owner of a desktop has all rights. */
export function isAllowed(
  { person }: Pick<SessionInfo, 'person'>,
  workspaceId: string,
  right: Right,
): boolean {
  const needed = neededFor[right]
  if (person === null) return !ofTeams.has(right)
  if (needed === 'administrator') return person.is_administrator
  const role = person.roles[workspaceId]
  return role !== undefined && hasRole(role, needed)
}

export type May = (right: Right) => boolean

export function useMay(): May {
  const { session, workspace } = useWorkspace()
  return (right) => isAllowed(session, workspace.id, right)
}

/** Explains why somebody may not, and who can change that. */
export function whyNot(right: Right): string {
  const needed = neededFor[right]
  if (needed === 'administrator') return t('Only administrators of the server may do this.')
  return t('This needs the role {role}. An owner of the workspace can give it to you.', {
    role: roleTexts()[needed].name,
  })
}

/** The person's rights for code outside of React, set by the shell while a workspace is open. */
export const present = createAtom<{ readonly may: May; readonly isTeam: boolean }>({
  may: (right) => !ofTeams.has(right),
  isTeam: false,
})
