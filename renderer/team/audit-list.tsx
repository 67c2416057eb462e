import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry, AuditAction } from '#shared/schemas/team.ts'
import { roles } from '#shared/team.ts'
import { fetchAudit, peopleKey } from '../api/people-queries.ts'
import { roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/pages.tsx'
import { t, cachedByLanguage } from '../ui/text.ts'

const pageSize = 50

export function AuditList() {
  const { workspace, session } = useWorkspace()
  const scope = session.person?.is_administrator === true ? '' : workspace.id
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...peopleKey(workspace.id), 'audit'] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => fetchAudit(scope, pageParam, signal),
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })
  const entries = data?.pages.flat() ?? []
  return (
    <section className="api-section" aria-labelledby="people-audit">
      <h2 id="people-audit">{t('Log of accounts and access')}</h2>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {entries.length > 0 && (
        <PageTable
          label={t('Log of accounts and access')}
          columns={[t('When'), t('What'), t('To whom'), t('By'), t('From address')]}
          isFocusable
        >
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{formatMoment(entry.at)}</td>
              <th scope="row" className="team-what">
                {describeAction(entry)}
              </th>
              <td>{entry.subject ?? ''}</td>
              <td>{describeDoer(entry)}</td>
              <td>{entry.address ?? ''}</td>
            </tr>
          ))}
        </PageTable>
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show older ones')}
          </Button>
        </div>
      )}
    </section>
  )
}

function describeActionAlone(action: AuditAction): string {
  return { ...accountTexts(), ...catalogTexts() }[action]
}

type CatalogAction = keyof ReturnType<typeof catalogTexts>

const accountTexts = cachedByLanguage((): Readonly<Record<Exclude<AuditAction, CatalogAction>, string>> => ({
  account_created: t('Account created'),
  signed_in: t('Signed in'),
  sign_in_failed: t('Sign-in failed'),
  sign_in_locked: t('Sign-in locked for a quarter of an hour'),
  signed_out: t('Signed out'),
  session_ended: t('Session ended'),
  password_changed: t('Password changed'),
  password_reset_asked: t('Link for a new password created'),
  codes_turned_on: t('One-time codes turned on'),
  codes_turned_off: t('One-time codes turned off'),
  recovery_code_used: t('Recovery code used'),
  recovery_codes_renewed: t('New recovery codes created'),
  identity_linked: t('Account of another provider linked'),
  invited: t('Invited'),
  invitation_withdrawn: t('Invitation withdrawn'),
  joined: t('Joined'),
  role_changed: t('Role changed'),
  removed: t('Removed from the workspace'),
  disabled: t('Account disabled'),
  enabled: t('Account enabled'),
  administrator_named: t('Administrator rights given'),
  administrator_ended: t('Administrator rights removed'),
  renamed: t('Renamed'),
  codes_reset: t('One-time codes reset'),
  email_changed: t('E-mail changed'),
  person_deleted: t('Account deleted'),
  password_forgotten: t('Link for a forgotten password mailed'),
  sign_in_link_made: t('Link to sign in without the provider created'),
  service_account_created: t('Service account created'),
  service_account_renamed: t('Service account renamed'),
  service_account_role_changed: t('Role of a service account changed'),
  service_account_disabled: t('Service account disabled'),
  service_account_enabled: t('Service account enabled'),
  service_account_deleted: t('Service account deleted'),
  group_role_changed: t('Role of a group changed'),
}))

const catalogTexts = cachedByLanguage(() => ({
  copy_taken: t('Copy taken home'),
  key_created: t('API key created'),
  key_revoked: t('API key revoked'),
  grant_made: t('Agent given access'),
  grant_revoked: t('Access of an agent ended'),
  provider_added: t('AI provider added'),
  provider_changed: t('AI provider changed'),
  provider_deleted: t('AI provider deleted'),
  settings_changed: t('Settings changed'),
  backup_restored: t('Backup restored'),
  backup_deleted: t('Backup deleted'),
  workspace_created: t('Workspace created'),
  workspace_opened: t('Workspace opened from a file'),
  workspace_moved: t('Workspace moved'),
  workspace_saved: t('Workspace saved to a file'),
  package_opened: t('Package opened'),
  package_saved: t('Package saved'),
  export_made: t('Export started'),
  export_downloaded: t('Export downloaded'),
  log_downloaded: t('Log of the server downloaded'),
  editable_by_changed: t('Who may edit an attribute changed'),
  readable_by_changed: t('Who may read an attribute changed'),
  trash_emptied: t('Trash emptied'),
  folder_watched: t('Watched folder added'),
  watched_folder_changed: t('Watched folder changed'),
  folder_unwatched: t('Watched folder removed'),
  webhook_approved: t('Webhook approved'),
  webhook_secret_rotated: t('Secret of a webhook renewed'),
  webhook_deleted: t('Webhook deleted'),
  connection_created: t('Connection added'),
  connection_changed: t('Connection changed'),
  connection_deleted: t('Connection deleted'),
  feed_created: t('Feed added'),
  feed_changed: t('Feed changed'),
  feed_deleted: t('Feed deleted'),
  library_linked: t('Library linked'),
  library_changed: t('Linked library changed'),
  library_unlinked: t('Library unlinked'),
  automation_created: t('Automation created'),
  automation_changed: t('Automation changed'),
  automation_deleted: t('Automation deleted'),
}))

function describeAction({ action, details }: AuditEntry): string {
  const text = describeActionAlone(action)
  const from = nameRole(details['from'])
  const to = nameRole(details['to'] ?? details['role'])
  if (to === undefined) return [text, describeDetails(details)].filter(Boolean).join(': ')
  return from === undefined ? `${text}: ${to}` : `${text}: ${from} → ${to}`
}

function describeDetails({ roles: named, ...details }: AuditEntry['details']): string {
  const shown = [
    'former',
    'name',
    'address',
    'scopes',
    'fields',
    'type',
    'channel',
    'format',
    'nodes',
    'removed',
  ] as const
  const others = shown.map((name) => details[name] ?? '').filter((value) => value !== '')
  if (named === undefined) return others.join(' · ')
  return named === ''
    ? t('everybody')
    : named
        .split(', ')
        .map((role) => nameRole(role) ?? role)
        .join(', ')
}

function describeDoer({ person, details }: AuditEntry): string {
  const credential = details['credential']
  return [person?.name, credential && t('by {credential}', { credential })].filter(Boolean).join(', ')
}

function nameRole(text: string | undefined): string | undefined {
  const role = roles.find((each) => each === text)
  return role && roleTexts()[role].name
}
