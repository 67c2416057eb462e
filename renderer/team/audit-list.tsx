import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#shared/schemas/team.ts'
import { roles } from '#shared/team.ts'
import { fetchAudit, peopleKey } from '../api/people-queries.ts'
import { roleTexts } from '../state/role-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { t } from '../ui/text.ts'
import { describeActionAlone } from './audit-texts.ts'

/** As many as the server sends at once. */
const pageSize = 50

/** Who did what to accounts and access, the newest first. */
export function AuditList() {
  const { workspace, session } = useWorkspace()
  // Administrators see what was done anywhere on the server, owners what concerns their workspace.
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
        <PageTable columns={[t('When'), t('What'), t('To whom'), t('By'), t('From address')]}>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{formatMoment(entry.at)}</td>
              <th scope="row">{describeAction(entry)}</th>
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

/** What was done; of a role, from which to which, and else what is known besides. */
function describeAction({ action, details }: AuditEntry): string {
  const text = describeActionAlone(action)
  const from = nameRole(details['from'])
  const to = nameRole(details['to'] ?? details['role'])
  if (to === undefined) return [text, describeDetails(details)].filter(Boolean).join(': ')
  return from === undefined ? `${text}: ${to}` : `${text}: ${from} → ${to}`
}

/** Names of settings and addresses stand as the server knows them; roles by their names. */
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

/** Who did it, and by which key or agent of theirs. */
function describeDoer({ person, details }: AuditEntry): string {
  const credential = details['credential']
  return [person?.name, credential && t('by {credential}', { credential })].filter(Boolean).join(', ')
}

function nameRole(text: string | undefined): string | undefined {
  const role = roles.find((each) => each === text)
  return role && roleTexts()[role].name
}
