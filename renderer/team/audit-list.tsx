import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditAction, AuditEntry } from '#shared/schemas/team.ts'
import { roles } from '#shared/team.ts'
import { fetchAudit, peopleKey } from '../api/people-queries.ts'
import { roleTexts } from '../state/role-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { byLanguage, t } from '../ui/text.ts'

/** As many as the server sends at once. */
const pageSize = 50

/** Who did what to accounts and access, the newest first. */
export function AuditList() {
  const { workspace } = useWorkspace()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...peopleKey(workspace.id), 'audit'] as const,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => fetchAudit(workspace.id, pageParam, signal),
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.id),
    staleTime: 0,
  })
  const entries = data?.pages.flat() ?? []
  return (
    <section className="api-section" aria-labelledby="people-audit">
      <h2 id="people-audit">{t('Log of accounts and access')}</h2>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {entries.length > 0 && (
        <PageTable columns={[t('When'), t('What'), t('To whom'), t('By'), t('From address')]}>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{formatMoment(entry.at)}</td>
              <th scope="row">{tellAction(entry)}</th>
              <td>{entry.subject ?? ''}</td>
              <td>{entry.person?.name ?? ''}</td>
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

/** What was done; of a role, from which to which. */
function tellAction({ action, details }: AuditEntry): string {
  const text = actionTexts()[action]
  const from = nameRole(details['from'])
  const to = nameRole(details['to'] ?? details['role'])
  if (to === undefined) return text
  return from === undefined ? `${text}: ${to}` : `${text}: ${from} → ${to}`
}

function nameRole(text: string | undefined): string | undefined {
  const role = roles.find((each) => each === text)
  return role && roleTexts()[role].name
}

const actionTexts = byLanguage((): Readonly<Record<AuditAction, string>> => ({
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
  copy_taken: t('Copy taken home'),
}))
